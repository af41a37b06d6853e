import type { Command } from 'commander';
import { DEVICES, readConfig } from '~/config';
import { connectWorker } from '~/inference/models/connect-worker';
import { openModels } from '~/inference/models/models';
import { installRuntime } from '~/inference/models/runtime';
import { spawnLocalWorker, USUAL_CONTEXT } from '~/inference/models/spawn-local-worker';
import { CommandFailed, UsageError } from '../exits';
import { newCommand } from '../new-command';
import { deviceOf, withProgress } from './models';

interface Flags {
  connect: string;
  token?: string;
  device: string;
  slots: string;
  threads: string;
  context: string;
}

export function workerCommand(): Command {
  const worker = newCommand('worker', 'Processes that work for a Mandi server, here or on another machine.', [
    'worker matches --slots 8',
    'worker inference --connect ws://127.0.0.1:3000',
    'worker inference --connect wss://mandi.example.org --token "$MANDI_WORKER_TOKEN" --device cuda --slots 32 --threads 8',
  ]);
  worker
    .command('inference')
    .description("serve this machine's models (MANDI_MODELS) to a Mandi server; Ctrl-C finishes current replies")
    .requiredOption('--connect <address>', "the server's address, ws:// or wss://")
    .option('--token <token>', 'token for workers on other machines; MANDI_WORKER_TOKEN keeps it out of the shell’s history')
    .option('--device <device>', DEVICES.join(', '), 'cpu')
    .option('--slots <n>', 'turns to answer at the same time', '4')
    .option('--threads <n>', 'processor threads; more threads than idle cores make it slower', '1')
    .option('--context <tokens>', 'largest number of tokens of prompt and reply together', String(USUAL_CONTEXT))
    .action(serveModels);
  worker
    .command('matches')
    .description("play queued tournament matches of this clone's database; after Ctrl-C, other workers continue them")
    .option('--slots <n>', 'matches of scripts at the same time; up to 4 with models or programs run in addition', '16')
    .option('--idle <seconds>', 'stop after this long without a match; 0: never', '0')
    .option('--child', 'stop when the process that started it stops')
    .action(playMatches);
  return worker;
}

async function playMatches(flags: { slots: string; idle: string; child?: boolean }): Promise<void> {
  const [slots, idle] = [Number(flags.slots), Number(flags.idle)];
  if (!Number.isInteger(slots) || slots < 1 || slots > 256) throw new UsageError('--slots must be a whole number from 1 to 256');
  if (!Number.isFinite(idle) || idle < 0) throw new UsageError('--idle must be a number of seconds');
  const { playTournaments } = await import('../play-tournaments');
  await playTournaments({ slots, idleMs: idle * 1000, isChild: flags.child === true, tell });
}

async function serveModels(flags: Flags): Promise<void> {
  const config = readConfig();
  const url = addressOf(flags.connect);
  const device = deviceOf(flags.device);
  const settings = {
    slots: whole(flags, 'slots', 1024),
    threads: whole(flags, 'threads', 1024),
    context: whole(flags, 'context', 1 << 20),
  };
  const models = openModels(config.models);
  const [first] = (await models.list()).filter(({ kind }) => kind === 'model');
  if (!first) throw new CommandFailed('there is no model here to serve: npx mandi models pull, or models add');
  await withProgress((hooks) => installRuntime(models.folder, device, hooks));
  const warm = config.model !== null && (await models.find(config.model)) !== null ? config.model : first.name;
  const ends = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ends.abort());
  await connectWorker({
    url,
    token: flags.token ?? config.workerToken,
    spawn: () => spawnLocalWorker({ models: models.folder, device, ...settings, warm, say: tell }),
    signal: ends.signal,
    say: tell,
  });
}

function addressOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^(ws|wss|http|https):$/.test(url.protocol)) {
    throw new UsageError(`--connect: "${text}" must have the form ws://host:port`);
  }
  url.protocol = url.protocol.replace('http', 'ws');
  if (url.pathname === '/') url.pathname = '/inference/worker';
  return url.href;
}

function whole(flags: Flags, name: 'slots' | 'threads' | 'context', most: number): number {
  const value = Number(flags[name]);
  if (!Number.isInteger(value) || value < 1 || value > most) throw new UsageError(`--${name} must be a whole number from 1 to ${most}`);
  return value;
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}
