/**
 * How well weights that lie here foretell a text: `npx tsx bench/perplexity.ts --models smollm2-135m-instruct,smollm2-135m-instruct-q4_0
 * [--text docs/rules-open.md] [--tokens 1000]`. Perplexity is exp of the mean of -ln p(token | all before it), from the second token on.
 */
import { readFileSync } from 'node:fs';
import { readConfig } from '../src/config';
import { openModels } from '../src/inference/models/models';
import { installRuntime } from '../src/inference/models/runtime';
import { loadBindings, type Sequence, type Token } from '../workers/inference/bindings';
import { readOptions } from './read-options';

type Asked = Token | [Token, { generateNext: { probabilities: true } }];

/** The runtime's sequence can do this too; the worker does not use it. */
interface Telling extends Sequence {
  controlledEvaluate(input: Asked[]): Promise<({ next: { probabilities?: ReadonlyMap<Token, number> } } | undefined)[]>;
}

const { values } = readOptions({
  options: {
    models: { type: 'string', default: 'smollm2-135m-instruct' },
    text: { type: 'string', default: 'docs/rules-open.md' },
    tokens: { type: 'string', default: '1000' },
  },
});
const models = openModels(readConfig().models);
const runtime = await installRuntime(models.folder, 'cpu', { say: console.error });
const { getLlama } = await loadBindings(runtime);
const quiet = { skipDownload: true, progressLogs: false, logLevel: 'error', logger: () => undefined } as const;
const llama = await getLlama({ gpu: false, build: 'never', maxThreads: 1, ...quiet });

for (const name of values.models.split(',')) {
  const card = await models.find(name);
  if (card === null) throw new Error(`there is no model ${name} in ${models.folder}`);
  const model = await llama.loadModel({ modelPath: card.file });
  const tokens = model.tokenize(readFileSync(values.text, 'utf8')).slice(0, Number(values.tokens));
  const context = await model.createContext({ contextSize: tokens.length + 8, sequences: 1, threads: 1 });
  const told = await (context.getSequence() as Telling).controlledEvaluate(
    tokens.slice(0, -1).map((token): Asked => [token, { generateNext: { probabilities: true } }]),
  );
  const losses = tokens.slice(1).map((token, at) => {
    const chance = told[at]?.next.probabilities?.get(token);
    if (chance === undefined) throw new Error(`no probability of token ${at + 1}`);
    return -Math.log(Math.max(chance, Number.MIN_VALUE));
  });
  const perplexity = Math.exp(losses.reduce((sum, loss) => sum + loss, 0) / losses.length);
  console.log(JSON.stringify({ model: name, digest: card.digest, text: values.text, tokens: tokens.length, perplexity }));
  await context.dispose();
}
process.exit(0);
