# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The suite's configuration: which files are tests, which tools they may name.
import ctypes.util
import os
import shutil
import subprocess

import lit.formats

config.name = "MIND"
config.test_format = lit.formats.ShTest(True)
config.suffixes = [".mlir", ".mind", ".test"]
config.excludes = ["Inputs", "CMakeLists.txt", "lit.cfg.py"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.mind_obj_root, "test")

path = os.pathsep.join([config.mind_tools_dir, config.llvm_tools_dir, config.environment["PATH"]])
config.environment["PATH"] = path
# A leaked variable or a prefix that nothing uses is a test that checks less than it seems to.
config.environment["FILECHECK_OPTS"] = "-enable-var-scope --allow-unused-prefixes=false --dump-input-filter=error"
config.environment["ASAN_OPTIONS"] = "abort_on_error=1:detect_leaks=0"
# Results must not depend on the caller's settings.
config.environment["LC_ALL"] = "C"
config.environment.pop("MINDC_COLOR", None)
if "MIND_SCRIPTS" in os.environ:
    config.environment["MIND_SCRIPTS"] = os.environ["MIND_SCRIPTS"]
for name in ["ED25519_KEY", "MLDSA_KEY", "MLDSA87_KEY", "SLHDSA_KEY", "VERIFY_PUBKEYS"]:
    config.environment.pop("MIND_EVIDENCE_" + name, None)

for name in ["mind-opt", "mind-translate", "mindc", "mindc-llvm", "mind-lsp-server", "mind-reduce"]:
    tool = os.path.join(config.mind_tools_dir, name)
    if os.path.exists(tool):
        config.available_features.add(name)

for name in ["cmark-gfm", "objdump", "readelf", "strace", "clang-format", "sha256sum", "ldd", "node", "zsh", "fish", "man", "patch"]:
    if shutil.which(name, path=path):
        config.available_features.add(name)
if os.path.exists(os.path.join(config.mind_obj_root, "lib", "libMind-C.so")):
    config.available_features.add("c-api")
# What code for x86-64-v4 needs, to be run.
AVX512 = {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"}
if os.path.exists("/proc/cpuinfo"):
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        if any(line.startswith("flags") and AVX512 <= set(line.split()) for line in file):
            config.available_features.add("avx512")
# Debian's numpy is that of Debian's Python, which need not be the one that CMake found.
numpy_python = config.python
for candidate in [config.python, "/usr/bin/python3"]:
    if os.path.exists(candidate) and subprocess.run([candidate, "-c", "import numpy"], capture_output=True).returncode == 0:
        numpy_python = candidate
        config.available_features.add("numpy")
        break
# The engine of Visual Studio Code, where its packages were fetched for the extension.
engine = ["editors", "vscode", "node_modules", "vscode-textmate"]
if "node" in config.available_features and os.path.exists(os.path.join(config.mind_src_root, *engine)):
    config.available_features.add("vscode-textmate")
# A small Vim colours and indents nothing.
if shutil.which("vim", path=path):
    version = subprocess.run(["vim", "--version"], capture_output=True, text=True).stdout
    if "+syntax" in version and "+eval" in version:
        config.available_features.add("vim")
# Where scripts/setup.sh puts packages of npm.
npm = os.environ.get("MIND_NPM", os.path.join(config.mind_src_root, "build", "npm"))
if "node" in config.available_features and os.path.isdir(os.path.join(npm, "node_modules", "onnxruntime-node")):
    config.available_features.add("onnxruntime")
    config.environment["MIND_NPM"] = npm
# Shaders run on SwiftShader, which comes with Chromium, in Node and in the browser.
swiftshader = "/usr/lib/chromium/vk_swiftshader_icd.json"
if "node" in config.available_features and os.path.exists(swiftshader):
    config.environment["MIND_NPM"] = npm
    config.environment["VK_ICD_FILENAMES"] = swiftshader
    if ctypes.util.find_library("vulkan") and os.path.isdir(os.path.join(npm, "node_modules", "webgpu")):
        config.available_features.add("webgpu")
    if shutil.which("chromium", path=path) and os.path.isdir(os.path.join(npm, "node_modules", "playwright-core")):
        config.available_features.add("chromium")
if config.sanitize:
    config.available_features.add("sanitizer")

# With MIND_VERIFY_ROUNDTRIP set, every mind-opt run also prints, parses and
# compares its module, as text and as bytecode.
mind_opt = "mind-opt"
if os.environ.get("MIND_VERIFY_ROUNDTRIP"):
    mind_opt = "mind-opt --verify-roundtrip"
config.substitutions += [
    (r"(?<![-\w/.%])mind-opt(?![-\w.])", mind_opt),
    ("%numpy_python", numpy_python),
    ("%python", config.python),
    ("%cmake", config.cmake),
    ("%cc", config.host_cc),
    ("%cxx", config.host_cxx),
    ("%mlir_dir", config.mlir_dir),
    ("%mind_src", config.mind_src_root),
    ("%mind_obj", config.mind_obj_root),
]
