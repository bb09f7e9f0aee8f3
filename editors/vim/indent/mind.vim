" SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
if exists('b:did_indent')
  finish
endif
let b:did_indent = 1

setlocal indentexpr=GetMindIndent(v:lnum)
setlocal indentkeys=0{,0},0),0],!^F,o,O
setlocal nolisp nosmartindent
let b:undo_indent = 'setlocal indentexpr< indentkeys< lisp< smartindent<'

if exists('*GetMindIndent')
  finish
endif

" What is no code at a place: text within quotes, and comments.
function s:IsText(line, column) abort
  return synIDattr(synID(a:line, a:column, 1), 'name') =~# '^mind\(String\|Escape\|Comment\|Todo\)$'
endfunction

" The innermost bracket that is open at the start of a line: its line and column, or zeros.
function s:FindBracket(line) abort
  let saved = getpos('.')
  call cursor(a:line, 1)
  let found = searchpairpos('[({\[]', '', '[)}\]]', 'bnW', 's:IsText(line("."), col("."))')
  call setpos('.', saved)
  return found
endfunction

" The code of a line: without a comment and blanks behind it.
function s:GetCode(line) abort
  let text = getline(a:line)
  let at = match(text, '//\|/\*')
  while at >= 0 && synIDattr(synID(a:line, at + 1, 1), 'name') !~# '^mind\(Comment\|Todo\)$'
    let at = match(text, '//\|/\*', at + 1)
  endwhile
  return substitute(at >= 0 ? strpart(text, 0, at) : text, '\s*$', '', '')
endfunction

" Whether the bracket ends the code of its line, so that what is within begins a line.
function s:IsLast(bracket) abort
  return strlen(s:GetCode(a:bracket[0])) == a:bracket[1]
endfunction

" Whether an expression goes on behind the line.
function s:IsOpenEnded(line) abort
  return s:GetCode(a:line) =~# '\([-+*/%@&|^<>=]\|\<as\)$' && s:GetCode(a:line) !~# '\(=>\|->\)$'
endfunction

" The line in which the statement around a line begins: not within a bracket that hangs, no continued expression.
function s:FindStatement(line) abort
  let line = a:line
  while 1
    let bracket = s:FindBracket(line)
    let before = prevnonblank(line - 1)
    if bracket[0] > 0 && !s:IsLast(bracket)
      let line = bracket[0]
    elseif before > 0 && s:IsOpenEnded(before)
      let line = before
    else
      return line
    endif
  endwhile
endfunction

function GetMindIndent(line) abort
  " The inside of a comment or a text is left as it is.
  if a:line > 1 && s:IsText(a:line, 1) && getline(a:line) !~# '^\s*//' && getline(a:line) !~# '^\s*/\*'
    return -1
  endif
  let bracket = s:FindBracket(a:line)
  if bracket[0] > 0 && getline(a:line) =~# '^\s*[)}\]]'
    return indent(s:FindStatement(bracket[0]))
  endif
  let before = prevnonblank(a:line - 1)
  if before > bracket[0] || (before == bracket[0] && !s:IsLast(bracket))
    if before > 0 && s:IsOpenEnded(before) && s:FindBracket(before) == bracket
      if prevnonblank(before - 1) > 0 && s:IsOpenEnded(prevnonblank(before - 1))
        return indent(before)
      endif
      " Below the beginning of the expression.
      return strdisplaywidth(matchstr(getline(before), '^\s*\(let\>.\{-}=\s*\|return\s*\)\?'))
    endif
  endif
  if bracket[0] == 0
    return 0
  endif
  return s:IsLast(bracket) ? indent(s:FindStatement(bracket[0])) + shiftwidth() : virtcol(bracket)
endfunction
