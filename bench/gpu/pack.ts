/**
 * Everything that bench/gpu/serve.ts needs on a machine without a network, in folders of a size that can be carried one by one:
 *   npx tsx bench/gpu/pack.ts --models .mandi/models --node PATH/TO/node --out FOLDER
 * Before it: `npx mandi models pull --device cuda`. On the machine: bench/gpu/unpack.py, then bench/gpu/run.sh (docs/inference.md).
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { REPOSITORY, readConfig } from '~/config';
import { SHIPPED_ADAPTERS } from '~/inference/models/models';
import { findRuntime, RUNTIME_NAME, RUNTIME_VERSION } from '~/inference/models/runtime';
import { readOptions } from '../read-options';
import { collectRequests } from './requests';

const { values } = readOptions({
  options: {
    models: { type: 'string', default: readConfig().models },
    model: { type: 'string', default: 'smollm2-135m-instruct' },
    /** Which runtime is packed; `cpu` to try it without a GPU. */
    device: { type: 'string', default: 'cuda' },
    node: { type: 'string', default: process.execPath },
    /** Used instead of the runtime's libggml-cuda.so: see one-gpu.py. */
    library: { type: 'string' },
    requests: { type: 'string', default: '512' },
    mebibytes: { type: 'string', default: '60' },
    out: { type: 'string' },
  },
});

/** CommonJS packages load Node's own modules with `require`. */
const REQUIRE = "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);";
const CUDA = join('node_modules', '@node-llama-cpp', 'linux-x64-cuda', 'bins', 'linux-x64-cuda', 'libggml-cuda.so');
/** Left out: the same library for CUDA 12 drivers, which is larger than everything else, and the sources of llama.cpp. */
const LEFT_OUT = [join('@node-llama-cpp', 'linux-x64-cuda-ext'), 'gitRelease.bundle'];

interface Archive {
  name: string;
  digest: string;
  bytes: number;
}

await main();

async function main(): Promise<void> {
  const { out } = values;
  if (out === undefined) throw new Error('--out: the folder to write to');
  const staged = mkdtempSync(join(tmpdir(), 'mandi-gpu-'));
  try {
    await stageProgram(join(staged, 'program'));
    await stageRuntime(join(staged, 'runtime'));
    stageWeights(join(staged, 'weights'));
    mkdirSync(join(staged, 'node'));
    copyFileSync(values.node, join(staged, 'node', 'node'));
    rmSync(out, { recursive: true, force: true });
    const archives = ['program', 'runtime', 'weights', 'node'].map((name) => archive(staged, name));
    const folders = spread(staged, out, archives);
    for (const file of ['unpack.py', 'run.sh', 'takes-ptx.py']) copyFileSync(join(REPOSITORY, 'bench', 'gpu', file), join(out, '1', file));
    console.log(
      `${folders} folders in ${out}: ${archives.map(({ name, bytes }) => `${name} ${(bytes / 2 ** 20).toFixed(1)} MiB`).join(', ')}`,
    );
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
}

/** Two files of plain JavaScript, in the folders where they find the rest as in a clone. */
async function stageProgram(folder: string): Promise<void> {
  const entries = { serve: join(REPOSITORY, 'bench/gpu/serve.ts'), worker: join(REPOSITORY, 'workers/inference/main.ts') };
  await build({
    entryPoints: entries,
    outdir: join(folder, 'bin'),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    banner: { js: REQUIRE },
    // Played matches are only for packing: the GPU machine has the file of requests.
    external: ['./requests'],
    tsconfig: join(REPOSITORY, 'tsconfig.json'),
    logLevel: 'warning',
  });
  cpSync(SHIPPED_ADAPTERS, join(folder, 'workers', 'adapters'), { recursive: true });
  writeFileSync(join(folder, 'requests.json'), JSON.stringify(await collectRequests(Number(values.requests))));
}

async function stageRuntime(folder: string): Promise<void> {
  const device = values.device === 'cpu' ? 'cpu' : 'cuda';
  const runtime = await findRuntime(values.models, device);
  if (runtime === null) throw new Error(`the runtime for ${device} is not there: npx mandi models pull --device ${device}`);
  const home = join(folder, `${RUNTIME_NAME}-${RUNTIME_VERSION}-${device}`);
  cpSync(runtime, home, { recursive: true, filter: (path) => !LEFT_OUT.some((part) => path.includes(part)) });
  if (values.library !== undefined) copyFileSync(values.library, join(home, CUDA));
}

function stageWeights(folder: string): void {
  mkdirSync(folder);
  for (const end of ['json', 'gguf']) copyFileSync(join(values.models, `${values.model}.${end}`), join(folder, `${values.model}.${end}`));
}

/** Weights compress little. The level for the rest is up to xz (`XZ_OPT=-2`: fast). */
function archive(staged: string, name: string): Archive {
  const file = join(staged, name === 'weights' ? `${name}.tar` : `${name}.tar.xz`);
  execFileSync('tar', [name === 'weights' ? '-cf' : '-cJf', file, '-C', join(staged, name), '.'], { stdio: 'inherit' });
  const bytes = readFileSync(file);
  return { name: file.slice(staged.length + 1), digest: digestOf(bytes), bytes: bytes.length };
}

/**
 * Cuts the archives where a folder is full, and writes the instructions for joining them into the first folder. Returns the number of
 * folders.
 */
function spread(staged: string, out: string, archives: readonly Archive[]): number {
  const most = Number(values.mebibytes) * 2 ** 20;
  let folder = 0;
  let room = 0;
  const joined = archives.map(({ name, digest, bytes }) => {
    const contents = readFileSync(join(staged, name));
    const pieces: { file: string; digest: string }[] = [];
    for (let at = 0; at < bytes; ) {
      if (room === 0) {
        folder += 1;
        room = most;
        mkdirSync(join(out, String(folder)), { recursive: true });
      }
      const piece = contents.subarray(at, at + room);
      const file = `${name}.${String(pieces.length).padStart(3, '0')}`;
      writeFileSync(join(out, String(folder), file), piece);
      pieces.push({ file, digest: digestOf(piece) });
      at += piece.length;
      room -= piece.length;
    }
    return { name, digest, pieces };
  });
  writeFileSync(join(out, '1', 'pieces.json'), `${JSON.stringify(joined, null, 2)}\n`);
  return folder;
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
