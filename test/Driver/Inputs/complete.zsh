# What the completion of `mindc check --` asks of zsh.
autoload -U compinit && compinit -D
source "$1"
print -l ${_comps[mindc]}
words=(mindc check --)
CURRENT=3
_arguments() { print -l -- "$@" }
_mindc
