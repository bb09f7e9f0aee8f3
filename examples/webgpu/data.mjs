// The data and the first weights, for browsers and for Node.

/** The number that 16 bits of an f16 stand for. */
function decodeHalf(bits) {
  const sign = bits & 0x8000 ? -1 : 1, exponent = (bits >> 10) & 31, digits = bits & 0x3ff;
  if (exponent === 31)
    return digits ? NaN : sign * Infinity;
  return sign * (exponent ? 2 ** (exponent - 25) * (digits + 1024) : 2 ** -24 * digits);
}

/** 24 batches of 64 rows: 64 pixels from 0 to 16, and the digit. */
export function splitDigits(bytes) {
  const view = new DataView(bytes);
  // After ten bytes and a header, which they give the length of.
  const start = 10 + view.getUint16(8, true), perBatch = 64 * 65;
  return Array.from({length: 24}, (_, batch) =>
    Float32Array.from({length: perBatch}, (_, i) => decodeHalf(view.getUint16(start + 2 * (batch * perBatch + i), true))));
}

export async function readDigits(url) {
  const answer = await fetch(url);
  if (!answer.ok)
    throw new Error(`${url}: ${answer.status} ${answer.statusText}`);
  return splitDigits(await answer.arrayBuffer());
}

/** Numbers from -0.5 to 0.5 without an order, times `scale`; mlp.mind has the same. */
const scatter = (count, scale) => Float32Array.from({length: count}, (_, i) =>
  Math.fround(Math.fround(Math.fround(((i * 7919) % 2003) / 2003) - 0.5) * Math.fround(scale)));

/** w1, b1, w2 and b2. */
export const startWeights = () => [scatter(64 * 32, 0.4), new Float32Array(32), scatter(32 * 10, 0.6), new Float32Array(10)];
