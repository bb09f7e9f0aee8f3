# compare-budgets.sh PROGRAM FOLDER: the program's output, and that of the program whose values are computed again
# wherever that lowers a peak, are the same; some values are.
set -e
mindc --emit=mlir "$1" -o "$2/source.mlir"
mindc run --interpret "$1" > "$2/kept.txt"
test -s "$2/kept.txt"
mind-opt "$2/source.mlir" --mind-structure-to-scf --mind-resolve-grad --canonicalize --cse -o "$2/kept.mlir"
mind-opt "$2/kept.mlir" --mind-recompute-values=budget=0 -o "$2/again.mlir"
if cmp -s "$2/kept.mlir" "$2/again.mlir"; then
  echo "nothing is computed again"
  exit 1
fi
mindc run --interpret "$2/again.mlir" | cmp - "$2/kept.txt"
mindc run --backend=direct "$2/again.mlir" | cmp - "$2/kept.txt"
