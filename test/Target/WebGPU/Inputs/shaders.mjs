// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The job of run-shaders.test.
export async function run(dispatch) {
  const rows = Float32Array.from({length: 256}, (_, i) => i % 64), sums = new Float32Array(4).fill(-1);
  await dispatch("sums", [1, 1, 1], [rows, sums, {uniform: new Int32Array([1, 0])}], [1]);
  console.log("sums", JSON.stringify([...sums]));
  const number = new Int32Array(1), odd = new Uint32Array(1);
  await dispatch("fibonacci", [1, 1, 1], [number, odd], [0, 1]);
  console.log("fibonacci", number[0], odd[0]);
  const whole = new Int32Array([5, 0]), bits = new Uint32Array(5);
  await dispatch("if", [1, 1, 1], [whole, bits], [0, 1]);
  console.log("if", JSON.stringify([...whole]), JSON.stringify([...bits]));
  const places = new Int32Array(70000);
  await dispatch("many", [65535, 2, 1], [places], [0]);
  console.log("many", places.length, places.filter((place, i) => place === i).length);
}
