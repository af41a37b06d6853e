import type { Command } from 'commander';
import { DEVICES, type Device, readConfig } from '~/config';
import { megabytes } from '~/inference/models/download';
import { KNOWN_MODELS } from '~/inference/models/known-models';
import { ModelError } from '~/inference/models/model-error';
import type { ModelCard, Step, WorkHooks } from '~/inference/models/model-labels';
import { type Models, openModels } from '~/inference/models/models';
import { QUANTIZED_TYPES } from '~/inference/models/quantize-model';
import { findRuntime, installRuntime, RUNTIME_NAME, RUNTIME_VERSION } from '~/inference/models/runtime';
import { USUAL_CONTEXT } from '~/inference/models/spawn-local-worker';
import { Interrupted, UsageError } from '../exits';
import { type LicenseFlags, licenseGiven, licenseOption, newCommand } from '../new-command';
import { oneLine } from '../one-line';
import { print } from '../output';
import { type Progress, progressBar } from '../progress';
import { textTable } from '../text-table';

interface AddFlags extends LicenseFlags {
  name?: string;
  for?: string;
  digest?: string;
  link?: true;
}

export function modelsCommand(): Command {
  const models = newCommand('models', 'Language models, adapters and the runtime that serves them, in MANDI_MODELS.', [
    'models pull smollm2-135m-instruct',
    'models list',
    'models add ~/Downloads/qwen3-0.6b-q8_0.gguf --name qwen3-0.6b',
    'models add my-adapter.gguf --for smollm2-135m-instruct',
    'models quantize smollm2-135m-instruct --to q4_0',
  ]);
  models
    .command('list')
    .description('list models that are installed, come with Mandi, or can be fetched by name')
    .option('--json', 'print one JSON object')
    .action(listModels);
  models
    .command('pull')
    .argument('[name]', 'the model (default: MANDI_MODEL)')
    .description('fetch a model and, if it is missing, the runtime that serves it')
    .option('--device <device>', `the runtime’s device: ${DEVICES.join(', ')}`, 'cpu')
    .action(pullModel);
  const add = models
    .command('add')
    .argument('<path or address>', 'a GGUF file: weights, or a LoRA adapter')
    .description('add a GGUF file')
    .option('--name <name>', "its name for agents (default: from the file's name)")
    .option('--for <model>', 'for an adapter: the model it was trained on');
  licenseOption(add, '<spdx>', 'its license, if the file does not name one')
    .option('--digest <sha256:…>', 'the digest the file must have')
    .option('--link', 'link to the file instead of copying it')
    .action(addModel);
  models
    .command('quantize')
    .argument('<name>', 'an installed model')
    .description('make a copy with fewer bits per weight; adapters fit both')
    .requiredOption('--to <type>', QUANTIZED_TYPES.join(', '))
    .option('--name <name>', 'its name for agents (default: NAME-TYPE)')
    .action(quantizeModel);
  models.command('remove').argument('<name>').description('delete a model or adapter').action(removeModel);
  return models;
}

function folderOf(): Models {
  return openModels(readConfig().models);
}

async function listModels(flags: { json?: true }): Promise<void> {
  const models = folderOf();
  const [cards, runtimes] = await Promise.all([models.list(), runtimesIn(models.folder)]);
  const names = new Set(cards.map(({ name }) => name));
  const fetchable = KNOWN_MODELS.filter(({ name }) => !names.has(name));
  if (flags.json) {
    const known = fetchable.map(({ name, title, licence, bytes, digest, context }) => ({ name, title, licence, bytes, digest, context }));
    return print(JSON.stringify({ folder: models.folder, models: cards, runtimes, fetchable: known }, null, 2));
  }
  const lines = [cards.length === 0 ? 'There is no model here yet.' : tableOf(cards)];
  for (const one of fetchable) {
    lines.push(`Available: npx mandi models pull ${one.name}   (${one.title}, ${megabytes(one.bytes)}, ${one.licence})`);
  }
  const runtime = runtimes.length === 0 ? 'not installed yet; npx mandi models pull installs it' : runtimes.join(', ');
  lines.push(
    `A turn has at most ${USUAL_CONTEXT} tokens of the context, prompt and reply together; mandi worker inference --context changes that.`,
  );
  lines.push(`Runtime: ${RUNTIME_NAME} ${RUNTIME_VERSION}: ${runtime}`, `Folder: ${models.folder}`);
  await print(lines.join('\n'));
}

async function runtimesIn(folder: string): Promise<Device[]> {
  const found = await Promise.all(DEVICES.map((device) => findRuntime(folder, device)));
  return DEVICES.filter((_, index) => found[index] !== null);
}

function tableOf(cards: readonly ModelCard[]): string {
  return textTable<ModelCard>(
    [
      { title: 'name', align: 'left', text: ({ name }) => name },
      { title: 'what', align: 'left', text: ({ base }) => (base === null ? 'model' : `adapter for ${base.name}`) },
      { title: 'size', align: 'right', text: ({ bytes }) => megabytes(bytes) },
      { title: 'own context', align: 'right', text: ({ context }) => String(context ?? '-') },
      { title: 'license', align: 'left', text: ({ licence }) => oneLine(licence ?? 'not stated') },
      { title: 'digest', align: 'left', text: ({ digest }) => `${digest.slice(0, 19)}…` },
      { title: 'from', align: 'left', text: ({ source }) => oneLine(source) },
    ],
    cards,
  );
}

async function pullModel(name: string | undefined, flags: { device: string }): Promise<void> {
  const config = readConfig();
  const models = openModels(config.models);
  const device = deviceOf(flags.device);
  const chosen = name ?? config.model;
  if (chosen === null) throw new UsageError('MANDI_MODEL is off: name the model to fetch');
  const known = models.known.find((one) => one.name === chosen);
  if (known && (await models.find(chosen)) === null) {
    tell(`${known.title}: ${megabytes(known.bytes)}, license ${known.licence}, ${known.digest}`);
  }
  const card = await withProgress((hooks) => models.pull(chosen, hooks));
  await withProgress((hooks) => installRuntime(models.folder, device, hooks));
  await print(`Installed ${card.name}: ${megabytes(card.bytes)} from ${oneLine(card.source)}, license ${card.licence ?? 'not stated'}.`);
}

async function addModel(source: string, flags: AddFlags): Promise<void> {
  const { for: base, license: _license, licence: _licence, ...rest } = flags;
  const licence = licenseGiven(flags);
  const { models: folder, device } = readConfig();
  const options = { ...rest, ...(base !== undefined && { base }), ...(licence !== undefined && { licence }) };
  const card = await withProgress((hooks) => folderOf().add(source, { ...options, ...hooks }));
  const what = card.base === null ? 'model' : `adapter for ${card.base.name}`;
  const lines = [
    `Added ${card.name}: ${what}, ${megabytes(card.bytes)}, license ${oneLine(card.licence ?? 'not stated')}.`,
    `Checksum: ${card.digest}`,
  ];
  await print(lines.join('\n'));
  // If it fails now, the next pull or start installs it.
  await withProgress((hooks) => installRuntime(folder, device, hooks)).catch((error: unknown) => {
    if (!(error instanceof ModelError)) throw error;
    tell(`It cannot be served yet: ${error.message}`);
  });
}

async function quantizeModel(name: string, flags: { to: string; name?: string }): Promise<void> {
  const type = QUANTIZED_TYPES.find((one) => one === flags.to.toLowerCase());
  if (type === undefined) throw new UsageError(`--to: there is no ${flags.to}; allowed: ${QUANTIZED_TYPES.join(', ')}`);
  const as = flags.name === undefined ? {} : { as: flags.name };
  const card = await withProgress((hooks) => folderOf().quantize(name, type, { ...as, ...hooks }));
  await print(`Added ${card.name}: ${megabytes(card.bytes)}, license ${oneLine(card.licence ?? 'not stated')}.\nChecksum: ${card.digest}`);
}

async function removeModel(name: string): Promise<void> {
  const card = await folderOf().remove(name);
  await print(`${card.name} is gone.`);
}

export function deviceOf(text: string): Device {
  const device = DEVICES.find((one) => one === text);
  if (device === undefined) throw new UsageError(`--device: there is no ${text}; allowed: ${DEVICES.join(', ')}`);
  return device;
}

/** Ctrl-C stops the work and keeps what was downloaded. */
export async function withProgress<T>(work: (hooks: WorkHooks) => Promise<T>): Promise<T> {
  const ends = new AbortController();
  const stop = () => ends.abort();
  const shown: { bar: Progress | null } = { bar: null };
  function onStep({ done, total }: Step): void {
    if (total === null) return;
    shown.bar ??= progressBar(Math.ceil(total / 1e6), 'MB');
    shown.bar.update(Math.floor(done / 1e6));
  }
  process.once('SIGINT', stop);
  try {
    return await work({ signal: ends.signal, say: tell, onStep });
  } catch (error) {
    if (ends.signal.aborted) throw new Interrupted('stopped; the part already downloaded is kept for next time');
    throw error;
  } finally {
    process.off('SIGINT', stop);
    shown.bar?.stop();
  }
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}
