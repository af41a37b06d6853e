/** The comparison for bench/inference-model.ts: the same weights by the same bindings in a bare loop, without worker, queue or protocol. */
import { loadBindings } from '../workers/inference/bindings';

export interface BareTask {
  prompt: string;
  tokens: number;
  seed: number;
}

export interface BareLine {
  tokens: number;
  ms: number;
}

const [runtime = '', weights = ''] = process.argv.slice(2);
const bindings = await loadBindings(runtime);
const llama = await bindings.getLlama({
  gpu: false,
  build: 'never',
  maxThreads: 1,
  skipDownload: true,
  progressLogs: false,
  logLevel: 'error',
  logger: () => undefined,
});
const model = await llama.loadModel({ modelPath: weights });
const context = await model.createContext({ contextSize: 4096, sequences: 4, threads: 1 });
const sequence = context.getSequence();

process.on('disconnect', () => process.exit(0));
process.on('message', (task: BareTask) => void write(task).then((line) => process.send?.(line)));
process.send?.({ tokens: 0, ms: 0 } satisfies BareLine);

async function write({ prompt, tokens, seed }: BareTask): Promise<BareLine> {
  const began = performance.now();
  const asked = model.tokenize(prompt, true);
  const known = Math.min(sequence.compareContextTokens(asked).firstDifferentIndex, asked.length - 1);
  if (sequence.nextTokenIndex > known) await sequence.eraseContextTokenRanges([{ start: known, end: sequence.nextTokenIndex }]);
  const written: number[] = [];
  for await (const token of sequence.evaluate(asked.slice(known), { temperature: 0.8, topP: 0.95, topK: 40, seed })) {
    written.push(token);
    if (written.length >= tokens) break;
  }
  model.detokenize(written);
  return { tokens: written.length, ms: performance.now() - began };
}
