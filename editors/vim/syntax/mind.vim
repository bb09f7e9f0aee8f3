" SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
if exists('b:current_syntax')
  finish
endif

syntax keyword mindControl break continue else for if in loop match return while
syntax keyword mindImport import use
syntax keyword mindKeyword as assert print
syntax keyword mindStorage const diff enum fn let mut pub struct type
syntax keyword mindBoolean true false
syntax keyword mindType Tensor tensor bool f32 f64 f16 bf16 i32 i64 q16 F32 F64 F16 BF16 I32 I64 Q16

syntax match mindOperator "[-+*/%@=<>!&|^~?]"
syntax match mindOperator "\.[-+*]"
syntax match mindOperator "\./[/*]\@!"
syntax match mindOperator "\.\."
syntax match mindPunctuation "[,;:()\[\]{}#]"
syntax match mindPunctuation "\.\([-+*./]\)\@!"
syntax match mindPunctuation "\.\(/[/*]\)\@="

syntax match mindFunction "\<\h\w*\>\(\s*(\)\@="
syntax match mindFunction "\(\<fn\s\+\)\@<=\h\w*"
syntax match mindTypeName "\(\<\(type\|struct\|enum\)\s\+\)\@<=\h\w*"
syntax match mindAttribute "^\s*\zs@\h\w*"
syntax match mindAttribute "#\[\s*\h\w*"

syntax match mindNumber "\<\d\+\(_\d\+\)*\([ui]\(8\|16\|32\|64\|size\)\)\?\>"
syntax match mindNumber "\<0[xX][0-9A-Fa-f_]\+\([ui]\(8\|16\|32\|64\|size\)\)\?\>"
syntax match mindNumber "\<0[oO][0-7_]\+\([ui]\(8\|16\|32\|64\|size\)\)\?\>"
syntax match mindNumber "\<0[bB][01_]\+\([ui]\(8\|16\|32\|64\|size\)\)\?\>"
syntax match mindFloat "\<\d\+\(_\d\+\)*\.\d\+\([eE][-+]\?\d\+\)\?\>"
syntax match mindFloat "\<\d\+\(_\d\+\)*[eE][-+]\?\d\+\>"
" A field of a tuple: `t.0.1` holds no fraction.
syntax match mindNumber "\(\.\@<!\.\)\@<=\d\+\>"

syntax match mindEscape contained "\\[ntr0\\'\"]"
syntax match mindEscape contained "\\u{\x\{1,6}}"
syntax region mindString start=+"+ skip=+\\.+ end=+"+ oneline contains=mindEscape
syntax region mindString start=+'+ skip=+\\.+ end=+'+ oneline contains=mindEscape

syntax keyword mindTodo contained TODO FIXME NOTE
syntax match mindComment "//.*$" contains=mindTodo,@Spell
syntax region mindComment start="/\*" end="\*/" contains=mindComment,mindTodo,@Spell
syntax sync minlines=200

highlight default link mindControl Statement
highlight default link mindImport Include
highlight default link mindKeyword Keyword
highlight default link mindStorage StorageClass
highlight default link mindBoolean Boolean
highlight default link mindType Type
highlight default link mindTypeName Typedef
highlight default link mindOperator Operator
highlight default link mindPunctuation Delimiter
highlight default link mindFunction Function
highlight default link mindAttribute PreProc
highlight default link mindNumber Number
highlight default link mindFloat Float
highlight default link mindString String
highlight default link mindEscape SpecialChar
highlight default link mindTodo Todo
highlight default link mindComment Comment

let b:current_syntax = 'mind'
