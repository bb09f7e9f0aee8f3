// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WebNN over onnxruntime, so that graphs can be executed where no browser has a back end
// for them. What runs here has been seen by no implementation of WebNN: the methods have
// its names and take its arguments, and the numbers are those of onnxruntime.
import {createRequire} from "node:module";
import {join} from "node:path";

const folder = process.env.MIND_NPM;
const ort = createRequire(join(folder, "package.json"))("onnxruntime-node");

export const notice = "executed by a polyfill of WebNN over onnxruntime, not by WebNN";

const onnxTypes = {float32: 1, uint8: 2, int32: 6, int64: 7, bool: 9};
const arrays = {float32: Float32Array, int32: Int32Array, int64: BigInt64Array, uint8: Uint8Array};

// Protocol buffers: https://protobuf.dev/programming-guides/encoding
const varint = (number) => {
  const bytes = [];
  let rest = BigInt.asUintN(64, BigInt(number));
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  bytes.push(Number(rest));
  return Buffer.from(bytes);
};
const integer = (field, number) => Buffer.concat([varint(field << 3), varint(number)]);
const bytes = (field, content) => Buffer.concat([varint((field << 3) | 2), varint(content.length), content]);
const text = (field, string) => bytes(field, Buffer.from(string));
const message = (field, parts) => bytes(field, Buffer.concat(parts));

// onnx.proto3 of ONNX, the fields by their numbers.
const tensor = (name, dataType, shape, raw) =>
  [...shape.map((extent) => integer(1, extent)), integer(2, onnxTypes[dataType]), text(8, name), bytes(9, raw)];
const attribute = (name, value) => {
  if (Array.isArray(value))
    return message(5, [text(1, name), ...value.map((number) => integer(8, number)), integer(20, 7)]);
  return message(5, [text(1, name), integer(3, value), integer(20, 2)]);
};
const valueInfo = (field, name, dataType, shape) => {
  const dims = shape ? [message(2, shape.map((extent) => message(1, [integer(1, extent)])))] : [];
  return message(field, [text(1, name), message(2, [message(1, [integer(1, onnxTypes[dataType]), ...dims])])]);
};

class Operand {
  constructor(name, dataType, shape) {
    Object.assign(this, {name, dataType, shape});
  }
}

function only(options, ...known) {
  for (const name of Object.keys(options))
    if (!known.includes(name)) throw new TypeError(`unknown option ${name}`);
}

export class MLGraphBuilder {
  constructor(context) {
    if (!(context instanceof MLContext)) throw new TypeError("an MLContext is needed");
    this.nodes = [];
    this.initializers = [];
    this.inputs = [];
    this.count = 0;
  }

  name() {
    return `t${this.count++}`;
  }

  node(op, dataType, operands, attributes = {}) {
    for (const operand of operands) if (!(operand instanceof Operand)) throw new TypeError(`${op}: no MLOperand`);
    const result = new Operand(this.name(), dataType);
    this.nodes.push(message(1, [...operands.map((operand) => text(1, operand.name)), text(2, result.name), text(4, op),
      ...Object.entries(attributes).map(([name, value]) => attribute(name, value))]));
    return result;
  }

  convert(operand, dataType) {
    return operand.dataType === dataType ? operand : this.node("Cast", dataType, [operand], {to: onnxTypes[dataType]});
  }

  list(numbers) {
    const name = this.name();
    const raw = Buffer.from(BigInt64Array.from(numbers, BigInt).buffer);
    this.initializers.push(message(5, tensor(name, "int64", [numbers.length], raw)));
    return new Operand(name, "int64", [numbers.length]);
  }

  input(name, {dataType, shape}) {
    this.inputs.push(valueInfo(11, name, dataType, shape));
    return new Operand(name, dataType, shape);
  }

  constant({dataType, shape}, data) {
    const view = ArrayBuffer.isView(data) ? data : new arrays[dataType](data);
    if (!(view instanceof arrays[dataType])) throw new TypeError(`constant: no ${dataType}`);
    const count = shape.reduce((product, extent) => product * extent, 1);
    if (view.length !== count) throw new TypeError(`constant: ${view.length} elements for ${count}`);
    const name = this.name();
    this.initializers.push(message(5, tensor(name, dataType, shape, Buffer.from(view.buffer, view.byteOffset, view.byteLength))));
    return new Operand(name, dataType, shape);
  }

  cast(input, type) {
    return this.convert(this.identity(input), type);
  }

  identity(input) {
    return this.node("Identity", input.dataType, [input]);
  }

  where(condition, a, b) {
    if (condition.dataType !== "uint8" || a.dataType !== b.dataType) throw new TypeError("where: wrong types");
    return this.node("Where", a.dataType, [this.convert(condition, "bool"), a, b]);
  }

  reshape(input, shape) {
    return this.node("Reshape", input.dataType, [input, this.list(shape)]);
  }

  expand(input, shape) {
    return this.node("Expand", input.dataType, [input, this.list(shape)]);
  }

  transpose(input, options = {}) {
    only(options, "permutation");
    return this.node("Transpose", input.dataType, [input], {perm: options.permutation});
  }

  reverse(input, {axes}) {
    const all = (number) => this.list(axes.map(() => number));
    return this.node("Slice", input.dataType,
      [input, all(-1), all(-(2n ** 62n)), this.list(axes), all(-1)]);
  }

  slice(input, starts, sizes, options = {}) {
    only(options, "strides");
    const ends = starts.map((start, i) => start + sizes[i]);
    if (starts.length === 0) return this.identity(input);
    return this.node("Slice", input.dataType, [input, this.list(starts), this.list(ends),
      this.list(starts.map((_, i) => i)), this.list(options.strides ?? starts.map(() => 1))]);
  }

  gather(input, indices, options = {}) {
    only(options, "axis");
    const axis = options.axis ?? 0;
    // WebNN moves what is out of range to the nearest that is not; ONNX fails.
    const extent = this.node("Shape", "int64", [input], {start: axis, end: axis + 1});
    const last = this.reshape(this.node("Sub", "int64", [extent, this.list([1])]), []);
    const wide = this.convert(indices, "int64");
    const zero = this.reshape(this.list([0]), []);
    const inside = this.node("Max", "int64", [this.node("Min", "int64", [wide, last]), zero]);
    return this.node("Gather", input.dataType, [input, inside], {axis});
  }

  argMax(input, axis, options = {}) {
    only(options, "keepDimensions", "outputDataType");
    const result = this.node("ArgMax", "int64", [input], {axis, keepdims: options.keepDimensions ? 1 : 0});
    return this.convert(result, options.outputDataType ?? "int32");
  }

  matmul(a, b) {
    if (a.dataType !== "float32" || b.dataType !== "float32") throw new TypeError("matmul: wrong types");
    return this.node("MatMul", "float32", [a, b]);
  }

  // NHWC and HWIO, or HWOI for the transpose, as MIND has them; ONNX has NCHW and OIHW.
  conv2d(input, filter, options = {}) {
    only(options, "padding", "strides", "dilations", "inputLayout", "filterLayout");
    if (options.inputLayout !== "nhwc" || options.filterLayout !== "hwio") throw new TypeError("conv2d: layout");
    const [top, bottom, left, right] = options.padding;
    const result = this.node("Conv", "float32",
      [this.transpose(input, {permutation: [0, 3, 1, 2]}), this.transpose(filter, {permutation: [3, 2, 0, 1]})],
      {pads: [top, left, bottom, right], strides: options.strides, dilations: options.dilations ?? [1, 1]});
    return this.transpose(result, {permutation: [0, 2, 3, 1]});
  }

  convTranspose2d(input, filter, options = {}) {
    only(options, "padding", "strides", "outputSizes", "inputLayout", "filterLayout");
    if (options.inputLayout !== "nhwc" || options.filterLayout !== "hwoi") throw new TypeError("convTranspose2d: layout");
    const [top, bottom, left, right] = options.padding;
    // Everything that the transpose gives, cut to what lay within the pads.
    const full = this.node("ConvTranspose", "float32",
      [this.transpose(input, {permutation: [0, 3, 1, 2]}), this.transpose(filter, {permutation: [3, 2, 0, 1]})],
      {strides: options.strides, pads: [0, 0, 0, 0]});
    const [height, width] = options.outputSizes;
    const padded = this.node("Pad", "float32", [full, this.list([0, 0, 0, 0, 0, 0, top + height, left + width])]);
    const cut = this.node("Slice", "float32", [padded, this.list([top, left]), this.list([top + height, left + width]),
      this.list([2, 3])]);
    return this.transpose(cut, {permutation: [0, 2, 3, 1]});
  }

  async build(outputs) {
    const results = Object.entries(outputs).map(([name, operand]) => [name, this.identity(operand), operand.dataType]);
    const nodes = results.map(([name, operand]) => message(1, [text(1, operand.name), text(2, name), text(4, "Identity")]));
    const graph = [...this.nodes, ...nodes, text(2, "graph"), ...this.initializers, ...this.inputs,
      ...results.map(([name, , dataType]) => valueInfo(12, name, dataType))];
    const model = Buffer.concat([integer(1, 8), message(7, graph), message(8, [integer(2, 18)])]);
    return ort.InferenceSession.create(model, {logSeverityLevel: 3, intraOpNumThreads: 1});
  }
}

const prototype = MLGraphBuilder.prototype;

const unary = {abs: "Abs", ceil: "Ceil", cos: "Cos", exp: "Exp", floor: "Floor", log: "Log", relu: "Relu",
  roundEven: "Round", sigmoid: "Sigmoid", sin: "Sin", sqrt: "Sqrt", tan: "Tan", tanh: "Tanh"};
for (const [method, op] of Object.entries(unary))
  prototype[method] = function (input) {
    return this.node(op, input.dataType, [input]);
  };

const binary = {add: "Add", sub: "Sub", mul: "Mul", div: "Div", max: "Max", min: "Min", pow: "Pow"};
for (const [method, op] of Object.entries(binary))
  prototype[method] = function (a, b) {
    if (a.dataType !== b.dataType) throw new TypeError(`${method}: ${a.dataType} and ${b.dataType}`);
    return this.node(op, a.dataType, [a, b]);
  };

// ONNX compares no uint8.
const comparisons = {equal: "Equal", lesser: "Less", lesserOrEqual: "LessOrEqual", greater: "Greater",
  greaterOrEqual: "GreaterOrEqual"};
for (const [method, op] of Object.entries(comparisons))
  prototype[method] = function (a, b) {
    if (a.dataType !== b.dataType) throw new TypeError(`${method}: ${a.dataType} and ${b.dataType}`);
    const widen = (operand) => (operand.dataType === "uint8" ? this.convert(operand, "int32") : operand);
    return this.convert(this.node(op, "bool", [widen(a), widen(b)]), "uint8");
  };
prototype.notEqual = function (a, b) {
  return this.convert(this.node("Not", "bool", [this.convert(this.equal(a, b), "bool")]), "uint8");
};

for (const [method, op] of Object.entries({logicalAnd: "And", logicalOr: "Or", logicalXor: "Xor"}))
  prototype[method] = function (a, b) {
    if (a.dataType !== "uint8" || b.dataType !== "uint8") throw new TypeError(`${method}: wrong types`);
    return this.convert(this.node(op, "bool", [this.convert(a, "bool"), this.convert(b, "bool")]), "uint8");
  };

for (const [method, op] of Object.entries({reduceMax: "ReduceMax", reduceMean: "ReduceMean", reduceSum: "ReduceSum"}))
  prototype[method] = function (input, options = {}) {
    only(options, "axes", "keepDimensions");
    return this.node(op, input.dataType, [input, this.list(options.axes)], {keepdims: options.keepDimensions ? 1 : 0});
  };

class MLTensor {
  constructor({dataType, shape, readable, writable}) {
    Object.assign(this, {dataType, shape, readable, writable});
  }
}

export class MLContext {
  last = Promise.resolve();

  async createTensor(descriptor) {
    return new MLTensor(descriptor);
  }

  writeTensor(tensor, data) {
    if (!tensor.writable) throw new TypeError("the tensor is not writable");
    tensor.data = data.slice();
  }

  dispatch(session, inputs, outputs) {
    const feeds = Object.fromEntries(Object.entries(inputs).map(([name, {dataType, data, shape}]) =>
      [name, new ort.Tensor(dataType, data, shape)]));
    this.last = this.last.then(async () => {
      const results = await session.run(feeds);
      for (const [name, tensor] of Object.entries(outputs)) {
        const {dims, data, type} = results[name];
        if (type !== tensor.dataType || dims.join() !== tensor.shape.join())
          throw new TypeError(`${name} is ${type} [${dims}], not ${tensor.dataType} [${tensor.shape}]`);
        tensor.data = data;
      }
    });
  }

  async readTensor(tensor) {
    if (!tensor.readable) throw new TypeError("the tensor is not readable");
    await this.last;
    return arrays[tensor.dataType].from(tensor.data).buffer;
  }
}
