import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { GGMLQuantizationType, type GGUFTensorInfo, gguf } from '@huggingface/gguf';
import { type CardFile, refuseBadName } from './card-file';
import { refuseWithoutSpace } from './download';
import { fileDigest } from './file-digest';
import { asModelError, ModelError } from './model-error';
import type { ModelCard, WorkHooks } from './model-labels';
import { asQ4_0, BLOCK, BLOCK_TYPES, type BlockType, Q4_0 } from './weight-blocks';

/** Supported quantized types. */
export const QUANTIZED_TYPES = ['q4_0'] as const;
export type QuantizedType = (typeof QUANTIZED_TYPES)[number];

export interface QuantizeOptions extends WorkHooks {
  name: string;
  type: QuantizedType;
}

/** Writes a quantized copy of a model, completely or not at all, and returns its card, which the caller writes. */
export async function quantizeModel(card: ModelCard, file: string, { name, type, ...hooks }: QuantizeOptions): Promise<CardFile> {
  refuseBadName(name);
  if (card.kind === 'adapter') throw new ModelError('unsupported_weights', `${card.name} is an adapter: name the model that it is for.`);
  const whole = `${file}.whole`;
  try {
    hooks.say?.(`Rounding ${card.name} to ${type.toUpperCase()} …`);
    await refuseWithoutSpace(file, card.bytes);
    await quantizeFile(card.file, whole, hooks);
    await rename(whole, file);
    return {
      kind: 'model',
      name,
      title: titleOf(card.title, type),
      file: basename(file),
      digest: await fileDigest(file, hooks.signal),
      licence: card.licence,
      source: `${card.name}, rounded to ${type.toUpperCase()}`,
      context: card.context,
      quantizedFrom: card.quantizedFrom ?? { name: card.name, digest: card.digest },
    };
  } catch (cause) {
    await Promise.all([whole, file].map((one) => rm(one, { force: true })));
    if (hooks.signal?.aborted) throw new ModelError('aborted', `Quantizing ${card.name} was stopped.`);
    throw asModelError(cause, `Rounding ${card.name}`);
  }
}

/** Replaces the type in a title such as `SmolLM2 135M Instruct (Q4_1)`. */
function titleOf(title: string, type: QuantizedType): string {
  return `${title.replace(/ \([A-Z0-9_]+\)$/, '')} (${type.toUpperCase()})`;
}

/** Tensors of several dimensions that llama.cpp does not quantize either. */
const KEPT = /(_norm|ffn_gate_inp)\.weight$/;
/** Number of blocks in memory at a time. */
const PIECE = 1 << 16;
const ALIGNMENT = 32;

interface Part {
  tensor: GGUFTensorInfo;
  type: BlockType;
  kept: boolean;
  /** Offset and length of its bytes in the source file. */
  from: number;
  length: number;
  /** Offset, counted from the first tensor, and length in the new file. */
  offset: number;
  becomes: number;
}

/** Writes a GGUF file quantized to Q4_0. Metadata and one-dimensional tensors are copied byte for byte. */
async function quantizeFile(source: string, to: string, hooks: WorkHooks = {}): Promise<void> {
  const { tensorInfos, tensorInfoByteRange, tensorDataOffset, metadata, littleEndian } = await gguf(source, { allowLocalFile: true });
  if (!littleEndian || metadata.version < 2)
    throw new ModelError('not_gguf', `${source} is a kind of GGUF file that cannot be converted here.`);
  const alignment = Number(new Map<string, unknown>(Object.entries(metadata)).get('general.alignment') ?? ALIGNMENT);
  const parts = partsOf(tensorInfos, Number(tensorDataOffset), alignment);
  const from = await open(source, 'r');
  const into = await open(to, 'w');
  try {
    const words = markFileType(await bytesOf(from, 0, tensorInfoByteRange[0]));
    const head = Buffer.concat([words, ...parts.map(entryOf)]);
    const begin = upTo(head.length, alignment);
    await into.write(head, 0, head.length, 0);
    await writeParts(parts, { from, into, begin, hooks });
    const last = parts.at(-1);
    await into.truncate(begin + (last === undefined ? 0 : upTo(last.offset + last.becomes, alignment)));
    await into.sync();
  } finally {
    await Promise.all([from.close(), into.close()]);
  }
}

function partsOf(tensors: readonly GGUFTensorInfo[], data: number, alignment: number): Part[] {
  let offset = 0;
  return tensors.map((tensor) => {
    const kept = tensor.n_dims < 2 || KEPT.test(tensor.name);
    const type = typeOf(tensor, kept);
    const blocks = tensor.shape.reduce((product, size) => product * Number(size), 1) / BLOCK;
    const becomes = blocks * (kept ? type : BLOCK_TYPES[Q4_0]).bytes;
    const part = { tensor, type, kept, from: data + Number(tensor.offset), length: blocks * type.bytes, offset, becomes };
    offset = upTo(offset + becomes, alignment);
    return part;
  });
}

function typeOf({ name, dtype, shape }: GGUFTensorInfo, kept: boolean): BlockType {
  const type = Object.entries(BLOCK_TYPES).find(([number]) => Number(number) === dtype)?.[1];
  if (type === undefined) {
    const known = Object.values(BLOCK_TYPES).map((one) => one.name);
    const found = GGMLQuantizationType[dtype] ?? `type ${dtype}`;
    throw new ModelError(
      'unsupported_weights',
      `${name} is in ${found}; only ${known.join(', ')} can be converted. Take the F16 or Q8_0 file of the model.`,
    );
  }
  if (!kept && Number(shape[0]) % BLOCK !== 0) {
    throw new ModelError('unsupported_weights', `The rows of ${name} have ${shape[0]} weights, but Q4_0 needs a multiple of ${BLOCK}.`);
  }
  return type;
}

interface Copying {
  from: FileHandle;
  into: FileHandle;
  /** Offset of the new file's tensors. */
  begin: number;
  hooks: WorkHooks;
}

async function writeParts(parts: readonly Part[], { from, into, begin, hooks }: Copying): Promise<void> {
  const total = parts.reduce((sum, { length }) => sum + length, 0);
  let done = 0;
  for (const part of parts) {
    const piece = PIECE * part.type.bytes;
    let at = begin + part.offset;
    for (let read = 0; read < part.length; read += piece) {
      hooks.signal?.throwIfAborted();
      const bytes = await bytesOf(from, part.from + read, Math.min(piece, part.length - read));
      const written = part.kept ? bytes : asQ4_0(bytes, part.type);
      await into.write(written, 0, written.length, at);
      at += written.length;
      done += bytes.length;
      hooks.onStep?.({ from: 'this machine', done, total });
    }
  }
}

/** A tensor's entry in the file's head: name, sizes, type, offset. */
function entryOf({ tensor, kept, offset }: Part): Buffer {
  const name = Buffer.from(tensor.name);
  const entry = Buffer.alloc(8 + name.length + 4 + 8 * tensor.shape.length + 4 + 8);
  entry.writeBigUInt64LE(BigInt(name.length), 0);
  name.copy(entry, 8);
  let at = entry.writeUInt32LE(tensor.n_dims, 8 + name.length);
  for (const size of tensor.shape) at = entry.writeBigUInt64LE(size, at);
  at = entry.writeUInt32LE(kept ? tensor.dtype : Q4_0, at);
  entry.writeBigUInt64LE(BigInt(offset), at);
  return entry;
}

const UINT32 = 4;
/** ggml's file type "mostly Q4_0". */
const MOSTLY_Q4_0 = 2;

/** Copies the metadata bytes, because decoding strings would lose invalid UTF-8. Changes only `general.file_type`. */
function markFileType(words: Buffer): Buffer {
  const key = Buffer.alloc(8 + 17 + 4);
  key.writeBigUInt64LE(17n, 0);
  key.write('general.file_type', 8, 'latin1');
  key.writeUInt32LE(UINT32, 25);
  const at = words.indexOf(key);
  if (at >= 0) words.writeUInt32LE(MOSTLY_Q4_0, at + key.length);
  return words;
}

async function bytesOf(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
  if (bytesRead < length) throw new ModelError('not_gguf', 'The weights file ends too early.');
  return buffer;
}

function upTo(size: number, alignment: number): number {
  return Math.ceil(size / alignment) * alignment;
}
