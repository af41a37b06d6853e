import type { Bindings, Llama } from './bindings';

export type DeviceName = 'cpu' | 'cuda' | 'vulkan';

const GPUS = { cpu: process.platform === 'darwin' ? 'auto' : false, cuda: 'cuda', vulkan: 'vulkan' } as const;
const CALLED: Record<DeviceName, string> = {
  cpu: 'a processor',
  cuda: 'an NVIDIA GPU, its driver (nvidia-smi shows both) and the libraries cudart and cublas of CUDA 13 or 12',
  vulkan: 'a GPU with a driver for Vulkan',
};

/** The requested device is not available, and no other is used instead. */
export class NoDevice extends Error {}

export function isDevice(name: string): name is DeviceName {
  return Object.hasOwn(GPUS, name);
}

/** llama.cpp on the requested device. Throws `NoDevice`. */
export async function openLlama(bindings: Bindings, { device, threads }: { device: DeviceName; threads: number }): Promise<Llama> {
  const complaints: string[] = [];
  const llama = await bindings
    .getLlama({
      gpu: GPUS[device],
      build: 'never',
      maxThreads: threads,
      skipDownload: true,
      progressLogs: false,
      logLevel: 'error',
      logger: (level, message) => {
        complaints.push(message.trim());
        process.stderr.write(`${level}: ${message.trimEnd()}\n`);
      },
    })
    .catch((error: unknown) => {
      throw device === 'cpu' ? error : new NoDevice(whyNot(device, complaints.at(-1) ?? messageOf(error)));
    });
  if (device !== 'cpu' && llama.gpu !== device) throw new NoDevice(whyNot(device, `it took ${llama.gpu || 'the processor'}`));
  return llama;
}

function whyNot(device: DeviceName, said: string): string {
  const words = said === 'NoBinaryFoundError' ? 'its binary does not load' : said;
  return (
    `The runtime cannot run on ${device} here (${words}). It needs ${CALLED[device]}. ` +
    'To run on the CPU instead, use --device cpu or MANDI_DEVICE=cpu.'
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
