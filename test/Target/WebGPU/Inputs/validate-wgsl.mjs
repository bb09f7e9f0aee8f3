// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// usage: node validate-wgsl.mjs FILE.wgsl...
// Has Tint, the compiler of WGSL in Dawn and Chromium, check shaders, and Dawn make the
// pipeline of each entry point. Prints the faults; exits 1 if there are any.
import {readFileSync} from "node:fs";
import {open} from "./dawn.mjs";

const device = await (await open("null").requestAdapter()).requestDevice();
let faults = 0, total = 0;
for (const path of process.argv.slice(2)) {
  const code = readFileSync(path, "utf8");
  device.pushErrorScope("validation");
  const module = device.createShaderModule({code});
  for (const {type, lineNum, linePos, message} of (await module.getCompilationInfo()).messages) {
    console.log(`${path}:${lineNum}:${linePos}: ${type}: ${message}`);
    faults += type === "error";
  }
  const entries = [...code.matchAll(/@compute[^]*?\bfn (\w+)/g)].map((match) => match[1]);
  for (const entryPoint of entries)
    device.createComputePipeline({layout: "auto", compute: {module, entryPoint}});
  const error = await device.popErrorScope();
  if (error)
    console.log(`${path}: ${error.message}`);
  faults += error !== null;
  console.log(`${entries.length} entry points`);
  total += entries.length;
}
device.destroy();
process.exit(faults || !total ? 1 : 0);
