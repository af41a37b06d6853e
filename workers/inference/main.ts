// An inference worker: a child of a Mandi process, connected over its IPC channel (src/inference/worker-protocol.ts).
import { hostname } from 'node:os';
import { parseArgs } from 'node:util';
import { EXIT_NO_DEVICE, type FromWorker, type ToWorker } from '../../src/inference/worker-protocol';
import { loadBindings } from './bindings';
import { Engine } from './engine';
import { isDevice, NoDevice, openLlama } from './open-llama';
import { Worker } from './worker';

process.on('disconnect', () => process.exit(0)); // the parent process is gone
process.on('SIGINT', () => undefined); // Ctrl-C reaches the whole group; the parent decides

await main();

async function main(): Promise<void> {
  const options = readOptions();
  const bindings = await loadBindings(options.runtime);
  const llama = await openLlama(bindings, options).catch(endWithoutDevice);
  const { slots, threads } = options;
  const engine = new Engine(bindings, llama, options);
  const id = crypto.randomUUID();
  const card = { id, name: `${hostname()} ${process.pid}`, host: hostname(), pid: process.pid, device: llama.gpu || ('cpu' as const) };
  const worker = new Worker({ card: { ...card, threads, slots, runtime: options.version }, engine, send, onEnd: () => process.exit(0) });
  process.on('message', (message) => worker.hear(message as ToWorker));
  await engine.look();
  if (options.warm !== undefined) await engine.warm(options.warm);
  await worker.start();
}

/** Ends with a separate exit code, so that the parent does not start it again in vain. */
function endWithoutDevice(fault: unknown): never {
  if (!(fault instanceof NoDevice)) throw fault;
  process.stderr.write(`Error: ${fault.message}\n`);
  process.exit(EXIT_NO_DEVICE);
}

function send(message: FromWorker): void {
  if (process.connected) process.send?.(message);
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      runtime: { type: 'string' },
      version: { type: 'string' },
      folder: { type: 'string', multiple: true },
      device: { type: 'string', default: 'cpu' },
      slots: { type: 'string', default: '4' },
      threads: { type: 'string', default: '1' },
      context: { type: 'string', default: '4096' },
      halls: { type: 'string', default: '3' },
      warm: { type: 'string' },
    },
  });
  const { device, runtime, version, folder: folders } = values;
  if (runtime === undefined || version === undefined || folders === undefined || !isDevice(device)) {
    throw new Error('This program is started by mandi: npx mandi worker inference --help');
  }
  const [slots = 4, threads = 1, context = 4096, halls = 3] = [values.slots, values.threads, values.context, values.halls].map(Number);
  return { runtime, version, folders, device, slots, threads, context, halls, warm: values.warm };
}
