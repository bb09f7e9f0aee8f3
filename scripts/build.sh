#!/bin/sh
# Configures (once) and builds: scripts/build.sh [PRESET] [TARGET...]
# PRESET is release (default), debug or asan-ubsan. CC and CXX choose the
# compiler; without them clang 22 is taken where it is installed, since it needs
# half of g++'s time and memory for MLIR's headers.
set -eu
cd "$(dirname "$0")/.."

preset=${1:-release}
[ $# -gt 0 ] && shift
if [ -z "${CXX:-}" ] && command -v clang++-22 >/dev/null; then
  export CC=clang-22 CXX=clang++-22
fi
if [ ! -f "build/$preset/build.ninja" ]; then
  mkdir -p "build/$preset"
  if ! cmake --preset "$preset" >"build/$preset/configure.log" 2>&1; then
    cat "build/$preset/configure.log"
    exit 1
  fi
fi
exec cmake --build "build/$preset" ${1:+--target} "$@"
