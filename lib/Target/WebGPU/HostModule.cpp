//===- HostModule.cpp - the part of a module that is always there ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostModule.h"

using llvm::StringRef;

static constexpr StringRef kText = R"js(
/** Elements as the caller has them. On the device a bool takes four bytes. */
const arrays = {float32: Float32Array, int32: Int32Array, int64: BigInt64Array, uint8: Uint8Array};
const elementBytes = {float32: 4, int32: 4, int64: 8, uint8: 4};

const countElements = (shape) => shape.reduce((product, extent) => product * extent, 1);
/** A buffer is never without bytes. */
const countBytes = ({dataType, shape}) => Math.max(countElements(shape), 1) * elementBytes[dataType];

/** Numbers of the host as they lie in a buffer. */
const encodeScalar = {
  f32: (view, at, value) => view.setFloat32(at, value, true),
  i32: (view, at, value) => view.setInt32(at, value, true),
  i64: (view, at, value) => view.setBigInt64(at, value, true),
  bool: (view, at, value) => view.setUint32(at, Number(value), true),
};
const decodeScalar = {
  f32: (view) => view.getFloat32(0, true),
  i32: (view) => view.getInt32(0, true),
  i64: (view) => view.getBigInt64(0, true),
  bool: (view) => view.getUint32(0, true) !== 0,
};

/** A fault of the program, its caller or the device; `code` is that of MIND. */
export class MindError extends Error {
  constructor(code, message) {
    super(`error[runtime][${code}]: ${message}`);
    this.name = "MindError";
    this.code = code;
  }
}

/** Does what makes commands or objects, and keeps what the device says of it. */
function guard(device, checks, action) {
  const filters = ["validation", "out-of-memory", "internal"];
  filters.forEach((filter) => device.pushErrorScope(filter));
  try {
    return action();
  } finally {
    filters.forEach(() => checks.push(device.popErrorScope()));
  }
}

async function settle(checks) {
  for (const error of await Promise.all(checks.splice(0)))
    if (error)
      throw new MindError(error.constructor.name === "GPUOutOfMemoryError" ? "E6006" : "E5002", error.message);
}

function checkArgument(port, value, device) {
  if (value === undefined)
    throw new MindError("E6005", `no argument for the parameter \`${port.name}\``);
  const isOnDevice = value instanceof DeviceTensor;
  if (isOnDevice ? value.dataType !== port.dataType : !(value instanceof arrays[port.dataType]))
    throw new MindError("E6005", `the argument \`${port.name}\` is no ${arrays[port.dataType].name}`);
  const length = isOnDevice ? countElements(value.shape) : value.length;
  if (length !== countElements(port.shape))
    throw new MindError("E6005", `the argument \`${port.name}\` has ${length} elements, not ${countElements(port.shape)}`);
  if (isOnDevice && (!value.buffer || value.device !== device))
    throw new MindError("E6005", `the argument \`${port.name}\` is ${value.buffer ? "on another device" : "destroyed"}`);
}

/** Buffers that are used again and again, by their sizes. */
class Pool {
  constructor(device) {
    Object.assign(this, {device, idle: new Map(), all: new Set()});
  }

  take(size, checks) {
    const idle = this.idle.get(size);
    if (idle?.length)
      return idle.pop();
    const usage = GPU_STORAGE | GPU_COPY_SRC | GPU_COPY_DST;
    const buffer = guard(this.device, checks, () => this.device.createBuffer({size, usage}));
    this.all.add(buffer);
    return buffer;
  }

  give(buffer) {
    if (!this.all.has(buffer))
      return;
    if (!this.idle.has(buffer.size))
      this.idle.set(buffer.size, []);
    this.idle.get(buffer.size).push(buffer);
  }

  destroy() {
    this.all.forEach((buffer) => buffer.destroy());
    this.all.clear();
    this.idle.clear();
  }
}

/** The flags of the recommendation, which hosts without a browser need not have as globals. */
const GPU_MAP_READ = 1, GPU_COPY_SRC = 4, GPU_COPY_DST = 8, GPU_UNIFORM = 64, GPU_STORAGE = 128, GPU_COMPUTE = 4;

/** A tensor that stays on the device: a result of one run that is an argument of another. */
export class DeviceTensor {
  constructor(pool, buffer, {dataType, shape}) {
    Object.assign(this, {pool, buffer, dataType, shape, device: pool.device});
  }

  /** Its elements. */
  async read() {
    if (!this.buffer)
      throw new MindError("E6005", "the tensor is destroyed");
    const checks = [];
    const encoder = this.device.createCommandEncoder();
    const read = readBack(this.device, encoder, this, this.buffer, checks);
    guard(this.device, checks, () => this.device.queue.submit([encoder.finish()]));
    await settle(checks);
    return read();
  }

  /** Gives its memory back. */
  destroy() {
    this.pool.give(this.buffer);
    this.buffer = null;
  }
}

/** Records a copy for the host; the result, called when that is submitted, gets the elements. */
function readBack(device, encoder, port, buffer, checks) {
  const size = countBytes(port);
  const staging = guard(device, checks, () => {
    const made = device.createBuffer({size, usage: GPU_MAP_READ | GPU_COPY_DST});
    encoder.copyBufferToBuffer(buffer, 0, made, 0, size);
    return made;
  });
  return async () => {
    try {
      await staging.mapAsync(1);
      const bytes = staging.getMappedRange().slice(0);
      const count = countElements(port.shape);
      if (port.dataType === "uint8")
        return Uint8Array.from(new Uint32Array(bytes, 0, count));
      return new arrays[port.dataType](bytes, 0, count);
    } catch (error) {
      throw new MindError("E5001", `the device is lost: ${error.message}`);
    } finally {
      staging.destroy();
    }
  };
}

/** What one run records, in order. */
class Run {
  constructor(model) {
    Object.assign(this, {model, device: model.device, checks: [], taken: new Set(), transient: [], encoder: null, pass: null});
  }

  allocate(bytes) {
    const buffer = this.model.pool.take(Math.max(bytes, 4), this.checks);
    this.taken.add(buffer);
    return buffer;
  }

  free(buffer) {
    // What was recorded before comes before what others record.
    if (this.taken.delete(buffer))
      this.model.pool.give(buffer);
  }

  constant(index) {
    return this.model.constants[index];
  }

  /** The encoder, outside of a pass. */
  commands() {
    this.pass?.end();
    this.pass = null;
    this.encoder ??= this.device.createCommandEncoder();
    return this.encoder;
  }

  /** A short-lived buffer with bytes of the host. */
  upload(size, usage, fill) {
    const buffer = this.device.createBuffer({size, usage, mappedAtCreation: true});
    fill(new DataView(buffer.getMappedRange()));
    buffer.unmap();
    this.transient.push(buffer);
    return buffer;
  }

  dispatch(index, workgroups, buffers, scalars = []) {
    if (workgroups.includes(0))
      return;
    guard(this.device, this.checks, () => {
      const {pipeline, layout} = this.model.pipelines[index];
      const bound = buffers.map((buffer) => ({buffer}));
      if (scalars.length)
        bound.push({buffer: this.upload(8 * scalars.length, GPU_UNIFORM, (view) =>
          scalars.forEach((scalar, i) => encodeScalar[shaders[index].scalars[i]](view, 8 * i, scalar)))});
      const entries = bound.map((resource, binding) => ({binding, resource}));
      this.pass ??= this.commands().beginComputePass();
      this.pass.setPipeline(pipeline);
      this.pass.setBindGroup(0, this.device.createBindGroup({layout, entries}));
      this.pass.dispatchWorkgroups(...workgroups);
    });
  }

  copy(source, target, bytes) {
    if (bytes && source !== target)
      guard(this.device, this.checks, () => this.commands().copyBufferToBuffer(source, 0, target, 0, bytes));
  }

  write(value, kind, buffer) {
    const size = kind === "i64" ? 8 : 4;
    guard(this.device, this.checks, () => {
      const source = this.upload(size, GPU_COPY_SRC, (view) => encodeScalar[kind](view, 0, value));
      this.commands().copyBufferToBuffer(source, 0, buffer, 0, size);
    });
  }

  submit() {
    guard(this.device, this.checks, () => this.device.queue.submit([this.commands().finish()]));
    this.encoder = null;
    return settle(this.checks);
  }

  async read(buffer, kind) {
    const port = {dataType: {f32: "float32", i32: "int32", i64: "int64", bool: "int32"}[kind], shape: []};
    const read = readBack(this.device, this.commands(), port, buffer, this.checks);
    await this.submit();
    return decodeScalar[kind](new DataView((await read()).buffer));
  }

  finish() {
    this.pass?.end();
    this.transient.forEach((buffer) => buffer.destroy());
    this.taken.forEach((buffer) => this.model.pool.give(buffer));
    this.taken.clear();
  }
}

const decode = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));

/** A device of that implementation that can run the program. */
async function openDevice(gpu) {
  const adapter = await gpu.requestAdapter();
  if (!adapter)
    throw new MindError("E5001", "WebGPU has no adapter here");
  for (const [name, needed] of Object.entries(limits))
    if (adapter.limits[name] < needed)
      throw new MindError("E6006", `the program needs ${name} of ${needed}, the device has ${adapter.limits[name]}`);
  try {
    return await adapter.requestDevice({requiredLimits: limits});
  } catch (error) {
    throw new MindError("E5001", `WebGPU has no device here: ${error.message}`);
  }
}

/** The program on a device. Runs that are asked for at once take place one after the other. */
export class Model {
  /**
   * Compiles the shaders for a GPUDevice, which stays the caller's, or for a device of a GPU,
   * which is then the model's: in browsers that is `navigator.gpu`.
   */
  static async create(source = globalThis.navigator?.gpu) {
    if (!source)
      throw new MindError("E5001", "there is no WebGPU here");
    const ownsDevice = !("createShaderModule" in source);
    const device = ownsDevice ? await openDevice(source) : source;
    const model = new Model(device, ownsDevice);
    try {
      await model.prepare();
    } catch (error) {
      model.destroy();
      throw error;
    }
    return model;
  }

  constructor(device, ownsDevice) {
    Object.assign(this, {device, ownsDevice, pool: new Pool(device), pipelines: [], constants: [], last: Promise.resolve()});
    device.lost.then(({message}) => (this.lost ??= `the device is lost: ${message}`));
  }

  async prepare() {
    const checks = [], {device} = this;
    const module = guard(device, checks, () => device.createShaderModule({code}));
    await settle(checks);
    this.pipelines = await Promise.all(shaders.map(async ({entryPoint, buffers, scalars}) => {
      const types = buffers.map((isWritten) => (isWritten ? "storage" : "read-only-storage"));
      if (scalars.length)
        types.push("uniform");
      const layout = guard(device, checks, () => device.createBindGroupLayout({
        entries: types.map((type, binding) => ({binding, visibility: GPU_COMPUTE, buffer: {type}})),
      }));
      const pipelineLayout = device.createPipelineLayout({bindGroupLayouts: [layout]});
      try {
        const pipeline = await device.createComputePipelineAsync({layout: pipelineLayout, compute: {module, entryPoint}});
        return {layout, pipeline};
      } catch (error) {
        throw new MindError("E5002", `the device refuses ${entryPoint}: ${error.message}`);
      }
    }));
    this.constants = constants.map(({bytes, data}) => {
      const buffer = this.pool.take(Math.max(bytes, 4), checks);
      const part = decode(data), all = new Uint8Array(bytes);
      for (let at = 0; at < bytes; at += part.length)
        all.set(part, at);
      device.queue.writeBuffer(buffer, 0, all);
      return buffer;
    });
    await settle(checks);
  }

  /**
   * From parameters by name to results by name. With `keep` the results stay on the device, as
   * DeviceTensors, which arguments may be as well.
   */
  run(args = {}, {keep = false} = {}) {
    const result = this.last.then(() => this.runOnce(args, keep));
    this.last = result.catch(() => {});
    return result;
  }

  async runOnce(args, keep) {
    if (this.lost)
      throw new MindError("E5001", this.lost);
    for (const name of Object.keys(args))
      if (!inputs.some((port) => port.name === name))
        throw new MindError("E6005", `there is no parameter \`${name}\``);
    inputs.forEach((port) => checkArgument(port, args[port.name], this.device));
    const run = new Run(this);
    try {
      const given = inputs.map((port) => {
        const value = args[port.name];
        if (value instanceof DeviceTensor)
          return value.buffer;
        const buffer = run.allocate(countBytes(port));
        if (value.length)
          this.device.queue.writeBuffer(buffer, 0, port.dataType === "uint8" ? Uint32Array.from(value, (b) => Number(b !== 0)) : value);
        return buffer;
      });
      const results = outputs.map((port) => run.allocate(countBytes(port)));
      await execute(run, [...given, ...results]);
      const named = (values) => Object.fromEntries(outputs.map((port, i) => [port.name, values[i]]));
      if (keep) {
        await run.submit();
        results.forEach((buffer) => run.taken.delete(buffer));
        return named(outputs.map((port, i) => new DeviceTensor(this.pool, results[i], port)));
      }
      const reads = outputs.map((port, i) => readBack(this.device, run.commands(), port, results[i], run.checks));
      await run.submit();
      return named(await Promise.all(reads.map((read) => read())));
    } finally {
      run.finish();
    }
  }

  /** Frees the buffers, and the device if it is the model's. */
  destroy() {
    this.lost ??= "the model is destroyed";
    this.pool.destroy();
    if (this.ownsDevice)
      this.device.destroy();
  }
}
)js";

const StringRef mind::webgpu::kHostModule = kText;
