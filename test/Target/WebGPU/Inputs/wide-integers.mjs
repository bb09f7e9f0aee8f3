// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The job of wide-integers.mlir: what BigInt says of the same pairs.
const signed = (x) => BigInt.asIntN(64, x);
const unsigned = (x) => BigInt.asUintN(64, x);
const count = (y) => y & 63n;
// By 0: the dividend, and no rest.
const operations = [
  (x, y) => x + y, (x, y) => x - y, (x, y) => x * y,
  (x, y) => (y ? x / y : x), (x, y) => (y ? unsigned(x) / unsigned(y) : x),
  (x, y) => (y ? x % y : 0n), (x, y) => (y ? unsigned(x) % unsigned(y) : 0n),
  (x, y) => x << count(y), (x, y) => x >> count(y), (x, y) => unsigned(x) >> count(y),
  (x, y) => x & y, (x, y) => x | y, (x, y) => x ^ y,
  (x, y) => (x > y ? x : y), (x, y) => (x < y ? x : y),
  (x, y) => (unsigned(x) > unsigned(y) ? x : y), (x, y) => (unsigned(x) < unsigned(y) ? x : y),
];
const predicates = [
  (x, y) => x === y, (x, y) => x !== y, (x, y) => x < y, (x, y) => x <= y, (x, y) => x > y, (x, y) => x >= y,
  (x, y) => unsigned(x) < unsigned(y), (x, y) => unsigned(x) <= unsigned(y),
  (x, y) => unsigned(x) > unsigned(y), (x, y) => unsigned(x) >= unsigned(y),
];

/** To nearest, ties to even, in one rounding. */
function round(x) {
  const size = x < 0n ? -x : x;
  const width = BigInt(size.toString(2).length);
  if (width <= 24n)
    return Number(x);
  const shift = width - 24n, half = 1n << (shift - 1n), low = size & ((1n << shift) - 1n);
  let top = size >> shift;
  if (low > half || (low === half && top & 1n))
    ++top;
  return Math.sign(Number(x)) * Number(top << shift);
}

function truncate(x) {
  if (Number.isNaN(x))
    return 0n;
  return x >= 2 ** 63 ? 2n ** 63n - 1n : x < -(2 ** 63) ? -(2n ** 63n) : BigInt(Math.trunc(x));
}

export async function run(dispatch) {
  const edges = [0n, 1n, -1n, 2n, -2n, 7n, 31n, 32n, 33n, 63n, 64n, 2n ** 31n, -(2n ** 31n), 2n ** 32n, 2n ** 32n - 1n,
    2n ** 63n - 1n, -(2n ** 63n), 16777217n, -16777219n, 2n ** 40n + 2n ** 16n];
  let state = 88172645463325252n;
  const random = () => {
    state ^= unsigned(state << 13n);
    state ^= state >> 7n;
    state ^= unsigned(state << 17n);
    return signed(state) >> (state & 63n);
  };
  const n = 1024, xs = [], ys = [];
  for (const x of edges)
    for (const y of edges)
      xs.push(x), ys.push(y);
  while (xs.length < n)
    xs.push(random()), ys.push(random());
  const specials = [NaN, Infinity, -Infinity, 2 ** 63, -(2 ** 63), 0.75, -0.75, 1.5, 9e18, 2 ** 24 + 2, -3e10, 1e-40];
  const fs = Float32Array.from({length: n}, (_, i) => specials[i] ?? Number(xs[i]) * 1.37);
  const results = new BigInt64Array(operations.length * n), bits = new Uint32Array(predicates.length * n);
  const floats = new Float32Array(2 * n), casts = new BigInt64Array(3 * n);
  await dispatch("pairs", [n / 64, 1, 1], [BigInt64Array.from(xs), BigInt64Array.from(ys), fs, results, bits, floats, casts],
    [3, 4, 5, 6]);
  let faults = 0;
  const check = (what, i, actual, expected) => {
    if (actual === expected)
      return;
    if (++faults < 20)
      console.log(`${what} of ${xs[i]}, ${ys[i]}, ${fs[i]}: ${actual}, not ${expected}`);
  };
  for (let i = 0; i < n; ++i) {
    operations.forEach((f, k) => check(`operation ${k}`, i, results[k * n + i], signed(f(xs[i], ys[i]))));
    predicates.forEach((f, k) => check(`predicate ${k}`, i, bits[k * n + i], Number(f(xs[i], ys[i]))));
    check("signed to float", i, floats[i], round(xs[i]));
    check("unsigned to float", i, floats[n + i], round(unsigned(xs[i])));
    check("from float", i, casts[i], truncate(fs[i]));
    check("sign extension", i, casts[n + i], BigInt.asIntN(32, xs[i]));
    check("zero extension", i, casts[2 * n + i], BigInt.asUintN(32, xs[i]));
  }
  console.log(`${n} pairs, ${faults} faults`);
}
