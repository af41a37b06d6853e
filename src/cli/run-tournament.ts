/** `mandi tournament run` and `resume`: starts it, has it played by own or other processes, and follows it to its end. */
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { codeId } from '~/eval/code-digest';
import { decodeText } from '~/lib/text/decode-text';
import type { Services } from '~/match/services';
import { openOf } from '~/store/tournaments/open-fixtures';
import { playsAs, type TournamentPlan, type TournamentRecord } from '~/store/tournaments/tournament';
import { resumeTournament } from '~/tournament/control-tournament';
import { countMatches, mayBeMore } from '~/tournament/count-matches';
import { createTournament, faultsOfFile } from '~/tournament/create-tournament';
import { whoIsMissing } from '~/tournament/fits-pin';
import { faultText } from '~/tournament/plan-text';
import { type ReadPlan, readPlanText } from '~/tournament/read-plan';
import { agentNames } from './agent-names';
import { agentRuntimeWhenNeeded } from './agents-here';
import { withDatabase } from './database-services';
import { CommandFailed, Interrupted, UsageError } from './exits';
import { print } from './output';
import { progressBar } from './progress';
import { standingsText } from './standings-text';
import { findTournament, standingsNow } from './tournament-labels';
import { askPatiently, startMatchWorker, startRayWorkers, TournamentRunner } from './tournament-runner';
import { knownPlayers, peopleText, playersOf, playersText } from './who-plays';

const LOOK_EVERY_MS = 300;

export interface RunOptions {
  /** Number of processes to start; null: one, if no other process plays. */
  workers: number | null;
  /** Ray starts them, on whichever machines it has. */
  ray?: true;
  detach: boolean;
  json: boolean;
  /** Left out: the standings are printed at the end. */
  silent?: true;
}

export async function runFile(file: string, options: RunOptions): Promise<void> {
  const read = readPlanText(await readText(file));
  await runPlan(read, file === '-' ? 'standard input' : file, options);
}

/** Answers its id. `source`: what is named in front of a mistake. */
export async function runPlan(read: ReadPlan, source: string, options: RunOptions): Promise<string> {
  if (!read.ok && (read.rest === null || agentNames(namesIn(read.rest.plan)).length === 0)) throw new UsageError(`${source}: ${read.why}`);
  return withDatabase(async ({ services }) => {
    const record = await begin(services, read, { source, detach: options.detach });
    say(`Tournament ${record.id} begins: ${matchesOf(record)}.`);
    if (record.seasonId !== null) await tellSeason(services, record.seasonId);
    await follow(services, record, options);
    return record.id;
  });
}

/**
 * Number of matches. Owners are known by now: two entrants of one owner share no rated table, and entrants included with Mandi have no
 * owner.
 */
function matchesOf({ plan, entrants }: Pick<TournamentRecord, 'plan' | 'entrants'>): string {
  const count = countMatches(plan, 0, entrants);
  const day = plan.rounds === null && plan.format === 'league' ? ' a day' : '';
  return `${mayBeMore(plan) ? 'at least ' : ''}${count} ${count === 1 ? 'match' : 'matches'}${day}`;
}

export async function resume(id: string, options: RunOptions): Promise<void> {
  await withDatabase(async ({ services }) => {
    const known = await findTournament(services, id);
    if (known.status === 'finished') {
      say('The tournament is over; nothing is left to play.');
      return report(services, known.id, options.json);
    }
    if (known.status === 'cancelled') throw new UsageError(`tournament ${known.id} was cancelled; nothing more is played`);
    if (!options.detach) await checkKeys(services, namesIn(known.plan));
    const resumed = await resumeTournament(services, known.id);
    if (!resumed.ok) throw new UsageError(resumed.why);
    await follow(services, known, options);
  });
}

async function readText(file: string): Promise<string> {
  if (file === '-') return text(process.stdin);
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (cause) {
    throw new UsageError(`cannot read ${file}: ${whyUnread(cause)}`);
  }
  const decoded = decodeText(bytes);
  if (!decoded.ok) throw new UsageError(`${file}: ${decoded.why}`);
  return decoded.value;
}

const UNREAD: Record<string, string> = {
  ENOENT: 'there is no such file',
  EISDIR: 'this is a folder, not a file',
  EACCES: 'you do not have permission to read it',
};

function whyUnread(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return UNREAD['code' in cause ? String(cause.code) : ''] ?? cause.message;
}

function namesIn(plan: TournamentPlan): string[] {
  return [...plan.entrants.flatMap(({ agent }) => agent ?? []), ...plan.others, ...plan.nulls];
}

/** Throws one sentence per error in the file, including its players. */
async function begin(
  services: Services,
  read: ReadPlan,
  { source, detach }: { source: string; detach: boolean },
): Promise<TournamentRecord> {
  const plan = read.ok ? read.value : read.rest?.plan;
  if (plan === undefined) throw new UsageError(`${source}: ${read.ok ? '' : read.why}`);
  const names = namesIn(plan);
  const agentRuntime = agentRuntimeWhenNeeded(services.store.agents);
  try {
    const agents = agentNames(names);
    // A file with errors starts nothing, so no model is waited for.
    const awaited = read.ok && plan.kind === 'rated' ? agents : [];
    const known = agents.length > 0 ? await agentRuntime.find(awaited) : {};
    const faults = await faultsOfFile({ ...services, ...known }, read);
    if (faults.length > 0) throw new UsageError(`${source}: ${faultText(faults)}`);
    if (!detach) await refuseWithoutKeys(known.agents, agents);
    const made = await createTournament({ ...services, ...known }, plan);
    if (!made.ok) throw new UsageError(`${source}: ${made.why}`);
    return made.value;
  } finally {
    await agentRuntime.close();
  }
}

async function checkKeys(services: Services, names: readonly string[]): Promise<void> {
  const agents = agentNames(names);
  if (agents.length === 0) return;
  const agentRuntime = agentRuntimeWhenNeeded(services.store.agents);
  try {
    await refuseWithoutKeys((await agentRuntime.find([])).agents, agents);
  } finally {
    await agentRuntime.close();
  }
}

/** If a program's key is not set here, its fallback would play all its turns. */
async function refuseWithoutKeys(agents: Services['agents'], names: readonly string[]): Promise<void> {
  for (const name of names) {
    const found = await agents?.get(name);
    const why = found?.agent.spec.kind === 'remote' ? agents?.whyNotReady(found.agent) : null;
    if (why) throw new UsageError(`${found?.ref} is not available. ${why} With --detach, a server that has the key plays it.`);
  }
}

async function tellSeason({ store }: Services, id: string): Promise<void> {
  const season = await store.seasons.get(id);
  if (season) say(`Its season is ${id}; publish the hash of its key now: ${season.keyHash}`);
}

async function follow(services: Services, record: TournamentRecord, { workers, ray, detach, json, silent }: RunOptions): Promise<void> {
  const { id, plan, code } = record;
  if (!playsAs(code, codeId())) await refuseWithoutPlayers(services, id);
  const { tournaments } = services.store;
  const others = await playersOf(tournaments, code);
  const known = await knownPlayers(services, { code });
  const people = peopleText(record, known);
  if (people !== null) say(people);
  if (detach) {
    say(playersText(known));
    return print(json ? JSON.stringify({ tournament: id }) : id);
  }
  const count = workers ?? (others.length > 0 ? 0 : 1);
  const runner = new TournamentRunner({ start: ray ? () => startRayWorkers(count) : startMatchWorker, say });
  runner.grow(ray ? 1 : count);
  if (runner.isEmpty && others.length === 0) say(playersText(known));
  try {
    await watch(services, {
      id,
      plan,
      async tend(played) {
        if (runner.isEmpty && workers === null && (await playersOf(tournaments, code)).length === 0) {
          say('No other worker plays it any more, so one starts here.');
          runner.grow(1);
        }
        runner.look(played);
      },
    });
  } catch (fault) {
    if (fault instanceof Interrupted && !runner.isEmpty) say('Stopping: finishing current matches for up to 10 seconds.');
    throw fault;
  } finally {
    await runner.end();
  }
  if (!silent) await report(services, id, json);
}

type Watched = Pick<TournamentRecord, 'id' | 'plan'> & {
  /** Maintains the worker processes. `over`: number of finished matches. */
  tend(over: number): Promise<void>;
};

/** Until it stops running; for a league without an end, until its day is over. */
async function watch({ store: { tournaments } }: Services, { id, plan, tend }: Watched): Promise<void> {
  const interrupted = new AbortController();
  const stop = (): void => interrupted.abort();
  process.once('SIGINT', stop);
  const bar = progressBar(countMatches(plan), 'matches');
  const patiently = askPatiently(say);
  const left = () => new Interrupted(`stopped where it was; continue with npx mandi tournament resume ${id}`);
  try {
    for (;;) {
      const read = await patiently(async () => ({ record: await tournaments.get(id), counts: await tournaments.counts(id) }));
      if (read === null) {
        if (interrupted.signal.aborted) throw left();
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
        continue;
      }
      const { record, counts } = read;
      const over = counts.done + counts.failed + counts.cancelled;
      bar.update(over, over + openOf(counts) + (record ? countMatches(plan, record.stages, record.entrants) : 0));
      const isWaiting = openOf(counts) === 0;
      if (record?.status !== 'running' || (isWaiting && plan.format === 'league' && plan.rounds === null)) return;
      if (interrupted.signal.aborted) throw left();
      await patiently(() => tend(over));
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  } finally {
    bar.stop();
    process.off('SIGINT', stop);
  }
}

/** Checks that a process started here could play it. */
async function refuseWithoutPlayers(services: Services, id: string): Promise<void> {
  const record = await services.store.tournaments.get(id);
  const missing = record && (await whoIsMissing(services, record));
  if (missing) throw new UsageError(missing);
}

async function report(services: Services, id: string, json: boolean): Promise<void> {
  const record = await services.store.tournaments.get(id);
  if (!record) throw new CommandFailed(`tournament ${id} no longer exists`);
  const standings = await standingsNow(services, record);
  if (json) return print(JSON.stringify({ tournament: id, ...standings }));
  await print(standingsText(standings));
  if (record.status !== 'running') say(`Tournament ${id} is ${record.status}.`);
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
