#!/bin/sh
# Installs what a bare Debian 12 machine lacks to build and test MIND.
# Safe to repeat: when every package is there, it changes nothing.
set -eu

# Building: the compiler, MLIR 22 and what its static libraries link with.
packages="git cmake ninja-build ccache g++ clang-22 lld-22 llvm-22-dev llvm-22-tools libmlir-22-dev mlir-22-tools
libffi-dev libssl-dev libxbyak-dev libxml2-dev libzstd-dev zlib1g-dev"
# Testing: GoogleTest, the correctly rounded reference of the elementary functions, lit and the checkers.
packages="$packages libgtest-dev libbenchmark-dev libmpfr-dev python3 binutils strace clang-format vim zsh fish man-db"
# Shaders of WebGPU run in a browser, and in Node on the browser's driver, for which there must be a loader.
packages="$packages chromium libvulkan1"
# The site of the documentation (scripts/docs.sh).
packages="$packages cmark-gfm"

# What executes graphs of neural networks and shaders in tests; without npm these are left out.
node_packages="onnxruntime-node@1.30.0 playwright-core@1.65.1 webgpu@0.6.2"
install_node_packages() {
  folder="$(dirname "$0")/../build/npm"
  if ! command -v npm >/dev/null 2>&1; then
    return
  fi
  absent=""
  for package in $node_packages; do
    [ -d "$folder/node_modules/${package%@*}" ] || absent="yes"
  done
  if [ -z "$absent" ]; then
    return
  fi
  echo "setup: installing $node_packages"
  mkdir -p "$folder"
  # shellcheck disable=SC2086 # the list is split on purpose
  npm install --prefix "$folder" --ignore-scripts --no-audit --no-fund --silent $node_packages ||
    echo "setup: $node_packages could not be had; the tests that need it are left out"
}
install_node_packages

missing=""
for package in $packages; do
  if ! dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q '^install ok installed$'; then
    missing="$missing $package"
  fi
done
if [ -z "$missing" ]; then
  echo "setup: every package is installed"
  exit 0
fi

as_root=""
if [ "$(id -u)" -ne 0 ]; then
  as_root="sudo"
fi
echo "setup: installing$missing"
export DEBIAN_FRONTEND=noninteractive
$as_root apt-get update -q
# shellcheck disable=SC2086 # the list is split on purpose
$as_root apt-get install -q -y --no-install-recommends $missing
