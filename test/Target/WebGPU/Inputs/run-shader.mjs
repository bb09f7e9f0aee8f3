// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// usage: node run-shader.mjs FILE.wgsl JOB.mjs
// Runs the shaders of the file on SwiftShader. The job exports `run(dispatch)`, which calls
// dispatch(entry, workgroups, buffers, written): typed arrays for the bindings, of which
// those of the numbers `written` come back changed.
import {readFileSync} from "node:fs";
import {pathToFileURL} from "node:url";
import {open} from "./dawn.mjs";

const device = await (await open("device").requestAdapter()).requestDevice();
device.addEventListener("uncapturederror", ({error}) => {
  console.log(error.message);
  process.exit(1);
});
const module = device.createShaderModule({code: readFileSync(process.argv[2], "utf8")});

async function dispatch(entry, workgroups, arrays, written) {
  const types = arrays.map((array, i) => (array.uniform ? "uniform" : written.includes(i) ? "storage" : "read-only-storage"));
  const layout = device.createBindGroupLayout({
    entries: types.map((type, binding) => ({binding, visibility: GPUShaderStage.COMPUTE, buffer: {type}})),
  });
  const pipeline = await device.createComputePipelineAsync({
    layout: device.createPipelineLayout({bindGroupLayouts: [layout]}),
    compute: {module, entryPoint: `shader_${entry}`},
  });
  const buffers = arrays.map((array) => {
    const data = array.uniform ?? array;
    const buffer = device.createBuffer({
      size: data.byteLength,
      usage: (array.uniform ? GPUBufferUsage.UNIFORM : GPUBufferUsage.STORAGE) | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST,
    });
    device.queue.writeBuffer(buffer, 0, data);
    return buffer;
  });
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  const entries = buffers.map((buffer, binding) => ({binding, resource: {buffer}}));
  pass.setBindGroup(0, device.createBindGroup({layout, entries}));
  pass.dispatchWorkgroups(...workgroups);
  pass.end();
  const staging = written.map((i) => {
    const buffer = device.createBuffer({size: arrays[i].byteLength, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST});
    encoder.copyBufferToBuffer(buffers[i], 0, buffer, 0, arrays[i].byteLength);
    return buffer;
  });
  device.queue.submit([encoder.finish()]);
  for (const [k, i] of written.entries()) {
    await staging[k].mapAsync(GPUMapMode.READ);
    arrays[i].set(new arrays[i].constructor(staging[k].getMappedRange()));
  }
}

await (await import(pathToFileURL(process.argv[3]).href)).run(dispatch);
device.destroy();
