import { execFile } from 'node:child_process';
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Device, REPOSITORY } from '~/config';
import { withFileLock } from '~/file-lock';
import { refuseWithoutSpace } from './download';
import { asModelError, codeOf, ModelError } from './model-error';
import type { WorkHooks } from './model-labels';

export const RUNTIME_NAME = 'node-llama-cpp';
export const RUNTIME_VERSION = '3.22.1';

/** Approximate unpacked size, with a margin. */
const BYTES: Record<Device, number> = { cpu: 150e6, cuda: 1200e6, vulkan: 250e6 };
const INSTALL_MS = 20 * 60_000;

/** Packages of prebuilt binaries, by platform and device. On a Mac, `cpu` includes Metal in the same binary. */
const BINARIES: Record<string, Partial<Record<Device, readonly string[]>>> = {
  'linux-x64': {
    cpu: ['linux-x64'],
    cuda: ['linux-x64', 'linux-x64-cuda', 'linux-x64-cuda-ext'],
    vulkan: ['linux-x64', 'linux-x64-vulkan'],
  },
  'linux-arm64': { cpu: ['linux-arm64'] },
  'linux-arm': { cpu: ['linux-armv7l'] },
  'linux-riscv64': { cpu: ['linux-riscv64'] },
  'darwin-arm64': { cpu: ['mac-arm64-metal'] },
  'darwin-x64': { cpu: ['mac-x64'] },
  'win32-x64': { cpu: ['win-x64'], cuda: ['win-x64', 'win-x64-cuda', 'win-x64-cuda-ext'], vulkan: ['win-x64', 'win-x64-vulkan'] },
  'win32-arm64': { cpu: ['win-arm64'] },
};

/** Path of the runtime's folder, which may not exist. */
export function runtimeFolder(models: string, device: Device): string {
  return join(models, 'runtime', `${RUNTIME_NAME}-${RUNTIME_VERSION}-${device}`);
}

/** Its folder; null if not installed. */
export async function findRuntime(models: string, device: Device): Promise<string | null> {
  const folder = runtimeFolder(models, device);
  const isThere = await access(join(folder, 'node_modules', RUNTIME_NAME, 'package.json')).then(
    () => true,
    () => false,
  );
  return isThere ? folder : null;
}

/**
 * Installs the model runtime with only this machine's prebuilt binary, using npm and the versions and checksums of
 * `workers/inference/runtime-lock.json`. Runs no install scripts and compiles nothing. Returns its folder.
 */
export async function installRuntime(models: string, device: Device, hooks: WorkHooks = {}): Promise<string> {
  const binaries = binariesFor(device, platformOf());
  const folder = runtimeFolder(models, device);
  const waiting = () => hooks.say?.('Another process is installing the runtime; waiting for it …');
  await mkdir(dirname(folder), { recursive: true });
  return withFileLock(
    `${folder}.busy`,
    async () => {
      const there = await findRuntime(models, device);
      if (there !== null) return there;
      hooks.say?.(`Installing ${RUNTIME_NAME} ${RUNTIME_VERSION} (MIT) …`);
      const staging = `${folder}.new`;
      try {
        await rm(staging, { recursive: true, force: true });
        await mkdir(staging, { recursive: true });
        await refuseWithoutSpace(join(staging, 'x'), BYTES[device]);
        await writePackage(staging, binaries);
        await runNpm(staging, hooks.signal);
        await rename(staging, folder);
      } catch (error) {
        await rm(staging, { recursive: true, force: true });
        throw hooks.signal?.aborted ? new ModelError('aborted', 'Installing was stopped.') : asModelError(error, 'Installing the runtime');
      }
      return folder;
    },
    { signal: hooks.signal, waiting, patienceMs: 0 },
  );
}

export interface Platform {
  platform: string;
  arch: string;
  /** Linux: glibc, not musl. */
  glibc: boolean;
}

function platformOf(): Platform {
  const report = process.platform === 'linux' ? (process.report.getReport() as { header?: { glibcVersionRuntime?: string } }) : null;
  return { platform: process.platform, arch: process.arch, glibc: report === null || report.header?.glibcVersionRuntime !== undefined };
}

/** npm packages with the native code; `ModelError` (`unsupported_platform`) if there are none. */
export function binariesFor(device: Device, { platform, arch, glibc }: Platform): string[] {
  const known = BINARIES[`${platform}-${arch}`];
  if (!known || !glibc) {
    const libc = glibc ? '' : ' with musl';
    throw new ModelError(
      'unsupported_platform',
      `${RUNTIME_NAME} has no prebuilt binary for ${platform} ${arch}${libc}; a server that speaks OpenAI's interface can serve models instead.`,
    );
  }
  const names = known[device];
  if (!names) throw new ModelError('unsupported_platform', `${RUNTIME_NAME} has no prebuilt ${device} binary for ${platform} ${arch}.`);
  return names.map((name) => `@node-llama-cpp/${name}`);
}

interface Lock {
  packages: Record<string, { optional?: boolean; dependencies?: Record<string, string> }>;
}

/** Writes the shipped lock with this platform's binaries as direct dependencies, so that --omit=optional excludes all others. */
async function writePackage(folder: string, binaries: readonly string[]): Promise<void> {
  const lock = JSON.parse(await readFile(join(REPOSITORY, 'workers', 'inference', 'runtime-lock.json'), 'utf8')) as Lock;
  const dependencies = Object.fromEntries([RUNTIME_NAME, ...binaries].map((name) => [name, RUNTIME_VERSION]));
  const root = { name: 'mandi-runtime', private: true, dependencies };
  lock.packages[''] = root;
  for (const name of binaries) delete lock.packages[`node_modules/${name}`]?.optional;
  await writeFile(join(folder, 'package.json'), JSON.stringify(root));
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lock));
}

async function runNpm(folder: string, signal?: AbortSignal): Promise<void> {
  const flags = ['--omit=optional', '--omit=peer', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const isWindows = process.platform === 'win32';
  const options = { cwd: folder, signal, timeout: INSTALL_MS, shell: isWindows, maxBuffer: 1 << 24 };
  try {
    await promisify(execFile)('npm', ['install', '--prefix', isWindows ? `"${folder}"` : folder, ...flags], options);
  } catch (error) {
    throw npmFault(error);
  }
}

function npmFault(error: unknown): ModelError {
  if (codeOf(error) === 'ENOENT') return new ModelError('install_failed', 'Installing the runtime needs npm, but npm was not found.');
  const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
  if (/ENOSPC/.test(said)) return new ModelError('disk_full', 'Installing the runtime: the disk is full.');
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH/.test(said)) {
    return new ModelError('offline', 'Installing the runtime: the npm registry cannot be reached.');
  }
  const line = said.split('\n').find((one) => /^npm error (?!code|A complete)/.test(one)) ?? 'npm ended without an error message';
  return new ModelError('install_failed', `Installing the runtime failed: ${line.replace(/^npm error /, '')}.`);
}
