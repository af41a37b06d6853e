/** The response for a batch: one line with arrays as base64, or a line followed by the arrays' bytes. */
import type { SeatId } from '~/contract/game';

export const ARRAY_FORMS = ['base64', 'bytes'] as const;
export type ArrayForm = (typeof ARRAY_FORMS)[number];

export interface Ended {
  match: number;
  seed: number;
  turns: number;
  scores: Record<SeatId, number | null>;
  gains?: Record<SeatId, number>;
  /** The last observation vectors of its rows. */
  final?: Float32Array;
}

/** The current observations of all rows. The next step overwrites the arrays, so copy them to keep them. */
export interface VectorBatch {
  rows: number;
  rewards: Float64Array;
  /** Absent, like the mask, if not requested. */
  numbers?: Float32Array;
  mask?: Uint8Array;
  awaited: Uint8Array;
  invalid: Uint8Array;
  ended: readonly Ended[];
  shown?: readonly object[];
}

type Arrays = Float32Array | Float64Array | Uint8Array;

export function batchAnswer(batch: VectorBatch, form: ArrayForm): string | Uint8Array {
  return form === 'bytes' ? inBytes(batch) : inBase64(batch);
}

function inBase64({ rewards, numbers, mask, awaited, invalid, ended, ...rest }: VectorBatch): string {
  const data = {
    ...rest,
    ...(numbers && mask && { numbers: base64(numbers), mask: base64(mask) }),
    awaited: base64(awaited),
    invalid: base64(invalid),
    rewards: base64(rewards),
    ended: ended.map(({ final, ...one }) => (final ? { ...one, final: base64(final) } : one)),
  };
  return JSON.stringify({ type: 'batch', data });
}

/** Larger element types come first, so that each array is aligned in memory. */
function inBytes({ rewards, numbers, mask, awaited, invalid, ended, ...rest }: VectorBatch): Uint8Array {
  const finals = ended.flatMap(({ final }) => final ?? []);
  const arrays: Arrays[] = [rewards, ...(numbers ? [numbers] : []), ...finals, ...(mask ? [mask] : []), awaited, invalid];
  const bytes = arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const told = ended.map(({ final, ...one }) => (final ? { ...one, final: final.length } : one));
  const line = Buffer.from(`${JSON.stringify({ type: 'batch', data: { ...rest, ended: told, bytes } })}\n`);
  const frame = Buffer.allocUnsafe(line.length + bytes);
  frame.set(line);
  let at = line.length;
  for (const array of arrays) {
    frame.set(bytesOf(array), at);
    at += array.byteLength;
  }
  return frame;
}

function base64(array: Arrays): string {
  return bytesOf(array).toString('base64');
}

function bytesOf({ buffer, byteOffset, byteLength }: Arrays): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
