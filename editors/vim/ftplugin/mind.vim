" SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

setlocal commentstring=//\ %s
setlocal comments=s1:/*,mb:*,ex:*/,://
setlocal formatoptions-=t formatoptions+=croql
setlocal expandtab shiftwidth=4 softtabstop=4 textwidth=100
setlocal suffixesadd=.mind
let b:undo_ftplugin = 'setlocal commentstring< comments< formatoptions< expandtab< shiftwidth< softtabstop< textwidth< suffixesadd<'

" `:make` lists the faults of the file; `:%!mindc fmt -` puts it in style.
if executable('mindc')
  setlocal makeprg=mindc\ check\ --diagnostics=short\ %
  setlocal errorformat=%trror[%*[^]]][%*[^]]]:\ %m\ (%f:%l:%c),%tarning[%*[^]]][%*[^]]]:\ %m\ (%f:%l:%c)
  let b:undo_ftplugin .= ' | setlocal makeprg< errorformat<'
endif
