/** Weights in GGUF format: blocks of 32 with one scale each. Based on ggml's reference (ggml-quants.c) and Python's `gguf.quants`. */

export const BLOCK = 32;

/** Name and size in bytes of a block type. */
export interface BlockType {
  name: string;
  bytes: number;
  /** null for Q4_0 itself, which is never read. */
  read: ReadBlock | null;
}

type ReadBlock = (from: DataView, at: number, into: Float32Array) => void;

/** By ggml's number. */
export const BLOCK_TYPES = {
  0: { name: 'F32', bytes: 4 * BLOCK, read: (from, at, into) => each(into, (index) => from.getFloat32(at + 4 * index, true)) },
  1: { name: 'F16', bytes: 2 * BLOCK, read: (from, at, into) => each(into, (index) => halfAt(from, at + 2 * index)) },
  2: { name: 'Q4_0', bytes: 2 + BLOCK / 2, read: null },
  3: { name: 'Q4_1', bytes: 4 + BLOCK / 2, read: readQ4_1 },
  8: { name: 'Q8_0', bytes: 2 + BLOCK, read: readQ8_0 },
} satisfies Record<number, BlockType>;

export const Q4_0 = 2;

/** Converts blocks of one type to Q4_0; copies blocks that are already Q4_0. */
export function asQ4_0(source: Uint8Array, type: BlockType): Uint8Array {
  if (type.read === null) return source;
  const from = new DataView(source.buffer, source.byteOffset, source.byteLength);
  const blocks = source.byteLength / type.bytes;
  const { bytes } = BLOCK_TYPES[Q4_0];
  const written = new Uint8Array(blocks * bytes);
  const into = new DataView(written.buffer);
  const weights = new Float32Array(BLOCK);
  for (let block = 0; block < blocks; block += 1) {
    type.read(from, block * type.bytes, weights);
    writeQ4_0(weights, into, block * bytes);
  }
  return written;
}

/** The weight with the largest magnitude becomes -8 times the scale; the others are rounded, up to 7. */
function writeQ4_0(weights: Float32Array, into: DataView, at: number): void {
  let furthest = weights[0] ?? 0;
  for (const weight of weights) if (Math.abs(weight) > Math.abs(furthest)) furthest = weight;
  const scale = furthest / -8;
  const inverse = scale === 0 ? 0 : Math.fround(1 / scale);
  into.setUint16(at, halfOf(scale), true);
  for (let index = 0; index < BLOCK / 2; index += 1) {
    into.setUint8(at + 2 + index, level(weights[index], inverse) | (level(weights[index + BLOCK / 2], inverse) << 4));
  }
}

function level(weight = 0, inverse = 0): number {
  return Math.min(15, Math.trunc(Math.fround(Math.fround(weight * inverse) + 8.5)));
}

function readQ4_1(from: DataView, at: number, into: Float32Array): void {
  const scale = halfAt(from, at);
  const least = halfAt(from, at + 2);
  for (let index = 0; index < BLOCK / 2; index += 1) {
    const two = from.getUint8(at + 4 + index);
    into[index] = Math.fround(scale * (two & 15)) + least;
    into[index + BLOCK / 2] = Math.fround(scale * (two >> 4)) + least;
  }
}

function readQ8_0(from: DataView, at: number, into: Float32Array): void {
  const scale = halfAt(from, at);
  for (let index = 0; index < BLOCK; index += 1) into[index] = scale * from.getInt8(at + 2 + index);
}

function each(into: Float32Array, read: (index: number) => number): void {
  for (let index = 0; index < BLOCK; index += 1) into[index] = read(index);
}

const HALVES = Float32Array.from({ length: 1 << 16 }, (_, bits) => numberOf(bits));

function halfAt(from: DataView, at: number): number {
  return HALVES[from.getUint16(at, true)] ?? 0;
}

/** A half precision number (IEEE 754 binary16) from its bits. */
function numberOf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1024 + fraction) * 2 ** (exponent - 25);
}

/** The bits of the nearest half precision number; ties go to the even one. */
export function halfOf(value: number): number {
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const size = Math.abs(value);
  if (Number.isNaN(value)) return 0x7e00;
  if (size >= 65520) return sign | 0x7c00;
  const exponent = Math.max(-14, Math.floor(Math.log2(size)));
  const steps = evenly(size / 2 ** (exponent - 10));
  return sign | (((exponent + 14) << 10) + steps);
}

function evenly(value: number): number {
  const whole = Math.floor(value);
  const rest = value - whole;
  return rest > 0.5 || (rest === 0.5 && whole % 2 === 1) ? whole + 1 : whole;
}
