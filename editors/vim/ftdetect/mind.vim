" SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
autocmd BufNewFile,BufRead *.mind setfiletype mind
