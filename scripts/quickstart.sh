#!/bin/sh
# From a bare Debian 12 machine to a trained classifier: installs the
# dependencies, builds the compiler, compiles examples/iris/iris.mind to a native
# executable, proves that it is what its module compiles to, and runs it.
set -eu
cd "$(dirname "$0")/.."

sh scripts/setup.sh
sh scripts/build.sh release mindc
out=build/quickstart
mkdir -p "$out"
build/release/bin/mindc examples/iris/iris.mind -o "$out/iris"
build/release/bin/mindc verify "$out/iris" --require-rederive
"$out/iris" --arg data=@examples/iris/iris.npy
