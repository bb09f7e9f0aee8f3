// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// usage: node run-models.mjs FILE.json
// Runs each {module, args} of the list, where args are {dataType, data} by name, and prints
// the results as a list of lists of numbers, or the text of the error.
import {readFileSync} from "node:fs";
import {pathToFileURL} from "node:url";
import {MLContext, MLGraphBuilder, notice} from "./webnn-polyfill.mjs";

const arrays = {float32: Float32Array, int32: Int32Array, int64: BigInt64Array, uint8: Uint8Array};
const read = ({dataType, data}) => arrays[dataType].from(data, dataType === "int64" ? BigInt : Number);
const show = (number) => (typeof number === "bigint" || !Number.isFinite(number) || Object.is(number, -0) ? String(number) : number);

console.error(notice);
const results = [];
for (const {module, args} of JSON.parse(readFileSync(process.argv[2], "utf8"))) {
  try {
    const {Model, outputs} = await import(pathToFileURL(module).href);
    const model = await Model.create(new MLContext(), MLGraphBuilder);
    const values = await model.run(Object.fromEntries(Object.entries(args).map(([name, value]) => [name, read(value)])));
    results.push(outputs.map(({name}) => Array.from(values[name], show)));
  } catch (error) {
    results.push(String(error));
  }
}
console.log(JSON.stringify(results));
