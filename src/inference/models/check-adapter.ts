/** Checks a whole adapter before it counts as ready. A runtime loads a truncated or broken one, and then every turn fails. */
import { type FileHandle, open } from 'node:fs/promises';
import { GGMLQuantizationType, type GGUFTensorInfo, gguf } from '@huggingface/gguf';
import { ModelError } from './model-error';

/** Layout of weights in a file: weights per block, bytes per block, and positions of floating-point numbers in it. */
interface Layout {
  weights: number;
  bytes: number;
  numbers: readonly number[];
  isBroken(from: DataView, at: number): boolean;
}

const isBrokenHalf: Layout['isBroken'] = (from, at) => (from.getUint16(at, true) & 0x7c_00) === 0x7c_00;

/** The types that adapters use, by ggml's number. */
const LAYOUTS: ReadonlyMap<number, Layout> = new Map([
  [0, { weights: 1, bytes: 4, numbers: [0], isBroken: (from, at) => !Number.isFinite(from.getFloat32(at, true)) }],
  [1, { weights: 1, bytes: 2, numbers: [0], isBroken: isBrokenHalf }],
  [2, { weights: 32, bytes: 18, numbers: [0], isBroken: isBrokenHalf }],
  [3, { weights: 32, bytes: 20, numbers: [0, 2], isBroken: isBrokenHalf }],
  [8, { weights: 32, bytes: 34, numbers: [0], isBroken: isBrokenHalf }],
  [30, { weights: 1, bytes: 2, numbers: [0], isBroken: (from, at) => (from.getUint16(at, true) & 0x7f_80) === 0x7f_80 }],
]);
/** Number of blocks in memory at a time. */
const PIECE = 1 << 15;

/** Throws `ModelError` if a tensor is outside of the file or contains a non-finite number. */
export async function checkAdapter(path: string, name: string): Promise<void> {
  const { tensorInfos, tensorDataOffset } = await gguf(path, { allowLocalFile: true });
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    for (const tensor of tensorInfos) {
      const layout = layoutOf(tensor, name);
      const from = Number(tensorDataOffset) + Number(tensor.offset);
      const blocks = tensor.shape.reduce((product, length) => product * Number(length), 1) / layout.weights;
      const end = from + blocks * layout.bytes;
      if (!(end <= size)) {
        throw new ModelError(
          'not_gguf',
          `${name} is incomplete: its tensor ${tensor.name} ends at byte ${end}, and the file has ${size} bytes. Copy or download it again.`,
        );
      }
      await refuseBroken(file, { tensor: tensor.name, name, from, blocks, layout });
    }
  } finally {
    await file.close();
  }
}

function layoutOf({ name: tensor, dtype, shape }: GGUFTensorInfo, name: string): Layout {
  const layout = LAYOUTS.get(dtype);
  const found = GGMLQuantizationType[dtype] ?? `type ${dtype}`;
  if (layout === undefined) {
    throw new ModelError(
      'unsupported_weights',
      `${name}: its tensor ${tensor} is in ${found}. Write the adapter in F32, F16, BF16 or Q8_0.`,
    );
  }
  if (Number(shape[0] ?? 0) % layout.weights !== 0) {
    throw new ModelError(
      'not_gguf',
      `${name}: its tensor ${tensor} has rows of ${shape[0]} weights, but ${found} needs a multiple of ${layout.weights}.`,
    );
  }
  return layout;
}

interface Looked {
  tensor: string;
  name: string;
  from: number;
  blocks: number;
  layout: Layout;
}

async function refuseBroken(file: FileHandle, { tensor, name, from, blocks, layout }: Looked): Promise<void> {
  const piece = Buffer.alloc(Math.min(PIECE, blocks) * layout.bytes);
  const view = new DataView(piece.buffer, piece.byteOffset, piece.byteLength);
  for (let done = 0; done < blocks; done += PIECE) {
    const count = Math.min(PIECE, blocks - done);
    await file.read(piece, 0, count * layout.bytes, from + done * layout.bytes);
    for (let block = 0; block < count; block += 1) {
      if (layout.numbers.some((at) => layout.isBroken(view, block * layout.bytes + at))) {
        throw new ModelError(
          'unsupported_weights',
          `${name} contains a number that is not finite, in its tensor ${tensor}. Its training went wrong: train again with a smaller --lr.`,
        );
      }
    }
  }
}
