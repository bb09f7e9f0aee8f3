// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WebGPU outside browsers: Dawn, from the package `webgpu` of npm. `null` checks what it is
// given as a browser does and computes nothing; `device` is SwiftShader, on the processor.
import {pathToFileURL} from "node:url";

const dawn = await import(pathToFileURL(`${process.env.MIND_NPM}/node_modules/webgpu/index.js`).href);
Object.assign(globalThis, dawn.globals);

// Dawn needs them for as long as their devices are there, and does not hold them itself.
const instances = [];

export function open(kind) {
  instances.push(dawn.create(kind === "null" ? ["backend=null"] : []));
  return instances.at(-1);
}
