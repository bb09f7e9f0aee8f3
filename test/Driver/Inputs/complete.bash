# What bash offers for the words given, the last of which is being written.
source "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_mindc
printf '%s\n' "${COMPREPLY[@]}" | sort | tr '\n' ' '
echo
