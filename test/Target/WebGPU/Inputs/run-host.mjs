// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// usage: node run-host.mjs MODULE
// What run-host.test looks at.
import {pathToFileURL} from "node:url";
import {open} from "./dawn.mjs";

const {Model} = await import(pathToFileURL(process.argv[2]).href);
const gpu = open("device");
const model = await Model.create(gpu);
const x = Float32Array.of(1, 2, 3, -1), go = Uint8Array.of(1), n = BigInt64Array.of(3n);
const list = (array) => JSON.stringify([...array]);

const show = ({result0, result1}) => console.log(list(result0), Number(result1[0]));
show(await model.run({x, go, n}));
show(await model.run({x: new Float32Array(4), go: new Uint8Array(1), n}));
const all = await Promise.all([1, 2, 3, 4].map((value) => model.run({x: new Float32Array(4).fill(value), go, n})));
console.log("at once:", all.map(({result0}) => result0[0]).join(" "));
const kept = await model.run({x, go, n}, {keep: true});
const again = await model.run({x: kept.result0, go, n: kept.result1}, {keep: true});
console.log("kept:", list(await again.result0.read()), Number((await again.result1.read())[0]) + 1, again.result0.buffer !== null);
console.log("read:", list(await kept.result0.read()));
await model.run({x, go, n});
const before = model.pool.all.size;
for (let i = 0; i < 10; ++i)
  await model.run({x, go, n});
console.log("buffers of ten runs:", model.pool.all.size - before);

const fault = (promise) => promise.then(() => console.log("no fault"), ({code, message}) => console.log(code, message));
await fault(model.run({go, n}));
await fault(model.run({x: n, go, n}));
await fault(model.run({x: x.slice(1), go, n}));
await fault(model.run({x, go, n, z: x}));
kept.result0.destroy();
await fault(model.run({x: kept.result0, go, n}));
const device = await (await gpu.requestAdapter()).requestDevice();
const other = await Model.create(device);
await fault(other.run({x: again.result0, go, n}));
console.log("after a fault:", list((await other.run({x, go, n})).result0));
other.destroy();
await fault(other.run({x, go, n}));
await fault(Model.create());
await fault(Model.create({requestAdapter: async () => null}));
console.log("the caller's device is there:", device.createBuffer({size: 4, usage: 128}).size === 4);
model.destroy();
device.destroy();
