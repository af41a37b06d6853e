import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gguf } from '@huggingface/gguf';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fileDigest } from './file-digest';
import { type Models, openModels } from './models';
import { ggufOf, type TestTensor } from './testing/gguf-of';
import recorded from './testing/q4-0-blocks.json';
import { asQ4_0, BLOCK_TYPES, halfOf } from './weight-blocks';

const known = new Map(Object.entries(BLOCK_TYPES).map(([number, type]) => [Number(number), type]));
const SAMPLES = Object.entries(recorded.types).map(([name, one]) => ({
  name,
  number: one.number,
  source: Buffer.from(one.source, 'base64'),
  expected: Buffer.from(one.q4_0, 'base64'),
}));

describe('blocks in Q4_0', () => {
  test.each(SAMPLES)("of $name are those of Python's gguf, bit for bit", ({ number, source, expected }) => {
    const type = known.get(number);
    if (type === undefined) throw new Error('The fixture has a type that is not known.');
    expect(Buffer.from(asQ4_0(source, type)).toString('hex')).toBe(expected.toString('hex'));
  });

  test.each([
    [0, 0x0000],
    [-0, 0x8000],
    [1, 0x3c00],
    [-2, 0xc000],
    [65504, 0x7bff],
    [65519, 0x7bff],
    [65520, 0x7c00],
    [2 ** -24, 0x0001],
    [2 ** -25, 0x0000],
    [1 + 2 ** -11, 0x3c00],
    [1 + 3 * 2 ** -11, 0x3c02],
    [2 - 2 ** -12, 0x4000],
    [Number.NaN, 0x7e00],
  ])('%d as a half precision number', (value, bits) => {
    expect(halfOf(value)).toBe(bits);
  });
});

describe('a model rounded to Q4_0', () => {
  const METADATA = {
    'general.architecture': 'llama',
    'general.name': 'Tiny',
    'general.license': 'apache-2.0',
    'general.file_type': 3,
    'llama.context_length': 512,
    'tokenizer.first': '\uFEFFa text that begins with a mark', // readers of text like to drop it
  };
  const norm: TestTensor = { name: 'blk.0.attn_norm.weight', shape: [3], type: 0, bytes: Buffer.from(new Float32Array([1, 2, 3]).buffer) };
  const matrix = (type: string, name: string): TestTensor => {
    const { number, source } = sampleOf(type);
    return { name, shape: [64, 6], type: number, bytes: source };
  };
  const FOUR: TestTensor = { name: 'blk.0.attn_k.weight', shape: [64, 6], type: 2, bytes: sampleOf('Q8_0').expected };
  const TENSORS = [
    matrix('Q8_0', 'token_embd.weight'),
    norm,
    matrix('Q4_1', 'blk.0.ffn_up.weight'),
    matrix('F32', 'blk.0.ffn_down.weight'),
    FOUR,
  ];

  let folder: string;
  let models: Models;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mandi-quantize-'));
    models = openModels(folder, { known: [], shipped: join(folder, 'shipped') });
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function add(tensors: readonly TestTensor[], name = 'tiny') {
    await writeFile(join(folder, 'source.gguf'), ggufOf(METADATA, tensors));
    return models.add(join(folder, 'source.gguf'), { name });
  }

  test('has its tensors in Q4_0, and all else byte for byte', async () => {
    await add(TENSORS);
    const card = await models.quantize('tiny', 'q4_0');
    const expected = TENSORS.map((tensor) =>
      tensor === norm || tensor === FOUR ? tensor : { ...tensor, type: 2, bytes: expectedOf(tensor) },
    );
    const file = ggufOf({ ...METADATA, 'general.file_type': 2 }, expected);
    expect((await readFile(card.file)).toString('hex')).toBe(file.toString('hex'));
    const read = await gguf(card.file, { allowLocalFile: true });
    expect(read.tensorInfos.map(({ dtype }) => dtype)).toEqual([2, 0, 2, 2, 2]);
  });

  test('says whose weights it has, under which licence, and what it is', async () => {
    const tiny = await add(TENSORS);
    const card = await models.quantize('tiny', 'q4_0');
    expect(card).toMatchObject({
      name: 'tiny-q4_0',
      title: 'Tiny (Q4_0)',
      licence: 'Apache-2.0',
      context: 512,
      source: 'tiny, rounded to Q4_0',
      digest: await fileDigest(card.file),
      quantizedFrom: { name: 'tiny', digest: tiny.digest },
    });
    const again = await models.quantize('tiny-q4_0', 'q4_0', { as: 'once-more' });
    expect(again).toMatchObject({ name: 'once-more', quantizedFrom: { name: 'tiny', digest: tiny.digest } });
  });

  test.each([
    ['a type that is not read', { ...norm, name: 'blk.0.attn_q.weight', shape: [256], type: 14 }, 'blk.0.attn_q.weight is in Q6_K'],
    [
      'rows that are no blocks',
      { ...matrix('F32', 'blk.0.ffn_up.weight'), shape: [48, 8] },
      'The rows of blk.0.ffn_up.weight have 48 weights',
    ],
    ['a file that breaks off', { ...matrix('F32', 'blk.0.ffn_up.weight'), shape: [64, 6000] }, 'ends too early'],
  ])('%s is refused, and nothing stays', async (_, tensor, sentence) => {
    await add([norm, tensor]);
    await expect(models.quantize('tiny', 'q4_0')).rejects.toThrow(sentence);
    expect((await readdir(folder)).sort()).toEqual(['source.gguf', 'tiny.gguf', 'tiny.json']);
  });

  test('stopped: nothing stays', async () => {
    await add(TENSORS);
    const ends = new AbortController();
    const stopped = models.quantize('tiny', 'q4_0', { signal: ends.signal, onStep: () => ends.abort() });
    await expect(stopped).rejects.toMatchObject({ code: 'aborted' });
    expect((await readdir(folder)).sort()).toEqual(['source.gguf', 'tiny.gguf', 'tiny.json']);
  });

  test('a name that is taken or is none, an adapter, a model that is not here: each is refused', async () => {
    await add(TENSORS);
    await expect(models.quantize('tiny', 'q4_0', { as: 'tiny' })).rejects.toMatchObject({ code: 'taken_name' });
    await expect(models.quantize('tiny', 'q4_0', { as: '../x' })).rejects.toMatchObject({ code: 'unknown_name' });
    await expect(models.quantize('huge', 'q4_0')).rejects.toMatchObject({ code: 'unknown_name' });
    await writeFile(join(folder, 'source.gguf'), ggufOf({ 'general.architecture': 'llama', 'general.type': 'adapter' }));
    await models.add(join(folder, 'source.gguf'), { name: 'lora', base: 'tiny' });
    await expect(models.quantize('lora', 'q4_0')).rejects.toMatchObject({ code: 'unsupported_weights' });
  });
});

function sampleOf(type: string) {
  const sample = SAMPLES.find(({ name }) => name === type);
  if (sample === undefined) throw new Error(`The fixture has no ${type}.`);
  return sample;
}

function expectedOf({ type }: TestTensor): Buffer {
  return sampleOf(known.get(type)?.name ?? '').expected;
}
