import type { FromWorker, ToWorker } from '../../worker-protocol';
import type { LocalWorker } from '../spawn-local-worker';

export interface ShamWorker extends LocalWorker {
  /** Ends like a killed process. */
  die(): void;
  readonly heard: ToWorker[];
}

/** A worker without weights that answers with the last message in capitals. */
export function shamWorker(id: string): ShamWorker {
  const heard: ToWorker[] = [];
  let hear: (message: FromWorker) => void = () => undefined;
  let hearClose: (why: string) => void = () => undefined;
  let open = true;
  function die(): void {
    if (!open) return;
    open = false;
    hearClose('the worker ended (SIGKILL)');
  }
  return {
    pid: 0,
    hasNoDevice: false,
    heard,
    die,
    close: die,
    onClose: (listener) => {
      hearClose = listener;
    },
    onMessage: (listener) => {
      hear = listener;
      const worker = { id, name: id, host: 'here', pid: 1, device: 'cpu' as const, threads: 1, slots: 1, runtime: 'sham 1' };
      hear({ type: 'hello', worker, models: [{ name: 'echo', digest: null, adapters: [], context: null }] });
    },
    send: (message) => {
      heard.push(message);
      if (message.type === 'end') die();
      if (message.type !== 'ask') return;
      const text = message.chat.messages.at(-1)?.content.toUpperCase() ?? '';
      const pin = { model: 'echo', digest: null, adapter: null, adapterDigest: null, runtime: 'sham 1' };
      const timing = { queued: 0, first: 0, total: 0 };
      hear({
        type: 'done',
        id: message.id,
        reply: { text, held: false, end: 'stop', tokens: { prompt: 1, cached: 0, completion: 1 }, timing, pin },
      });
    },
  };
}

/** A worker that ends before it reports. */
export function stillbornWorker(why: string, hasNoDevice: boolean): LocalWorker {
  return { pid: 0, hasNoDevice, send() {}, onMessage() {}, onClose: (hear) => setImmediate(() => hear(why)), close() {} };
}
