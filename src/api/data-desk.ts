/**
 * Exports that a screen starts: each is a process of its own that runs the very command that a person would, into a folder under
 * MANDI_HOME, so that no match waits for it and a kill loses nothing.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { DatasetManifest } from '~/dataset/export-dataset';
import { argumentsOf, commandOf, type DatasetRequest, FILE_FORMS, type FileForm, requestShape } from '~/dataset/request';
import { newMatchId } from '~/match/match-id';
import type { ExportCard } from './data-words';
import { Refusal } from './errors';

export interface DataDeskOptions {
  /** Where exports lie, a folder each. */
  folder: string;
  /** Tells the command which database is meant. */
  environment: NodeJS.ProcessEnv;
}

export interface DataDesk {
  /** Newest first. */
  list(): Promise<ExportCard[]>;
  begin(request: DatasetRequest, form: FileForm): Promise<ExportCard>;
  /** Goes on with one that was stopped. */
  resume(id: string): Promise<ExportCard>;
  /** Ends its process; what is written stays, and can go on. */
  stop(id: string): Promise<void>;
  /** Takes it away, files and all. */
  remove(id: string): Promise<void>;
  /** Where a file of a finished export lies. */
  file(id: string, name: string): Promise<string>;
  close(): Promise<void>;
}

const MANDI = fileURLToPath(new URL('../../bin/mandi.mjs', import.meta.url));
const JOB = 'job.json';
const FILE = /^(part-\d{5}\.(jsonl|parquet)|manifest\.json)$/;
const ID = /^[a-z0-9]{12}$/;
const LAST_WORDS = 2000;
/** At once: each takes a core. */
const MOST_RUNNING = 1;

const jobShape = z.object({ request: requestShape, form: z.enum(FILE_FORMS), startedAt: z.string() });
type Job = { request: DatasetRequest; form: FileForm; startedAt: string };
const progressShape = z.object({ matches: z.number(), rows: z.number() });

interface Running {
  child: ChildProcess;
  matches: number;
  rows: number;
  ended: Promise<void>;
}

export function dataDesk({ folder, environment }: DataDeskOptions): DataDesk {
  const running = new Map<string, Running>();
  const faults = new Map<string, string>();

  function start(id: string, { request, form }: Job): void {
    if (running.size >= MOST_RUNNING) throw new Refusal('too_many_requests', 'An export runs already: wait for its end, or stop it.');
    faults.delete(id);
    const child = fork(MANDI, argumentsOf(request, form, join(folder, id)), {
      execArgv: [],
      env: environment,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const run: Running = { child, matches: 0, rows: 0, ended: whenEnded(child) };
    running.set(id, run);
    child.on('message', (news) => {
      const read = progressShape.safeParse(news);
      if (read.success) Object.assign(run, read.data);
    });
    let said = '';
    child.stderr?.on('data', (text: Buffer) => {
      said = (said + text.toString()).slice(-LAST_WORDS);
    });
    child.on('error', (fault) => faults.set(id, fault.message));
    child.on('exit', (code) => {
      running.delete(id);
      if (code !== null && code !== 0 && code !== 130) faults.set(id, lastLine(said) || `The export ended with ${code}.`);
    });
  }

  async function cardOf(id: string, job: Job): Promise<ExportCard> {
    const manifest = await readManifest(join(folder, id));
    const run = running.get(id);
    const fault = faults.get(id) ?? null;
    const status = manifest ? 'finished' : run ? 'running' : fault === null ? 'stopped' : 'failed';
    const { matches = 0, rows = 0 } = manifest ? { matches: manifest.counts.matches ?? 0, rows: manifest.rows } : (run ?? {});
    return { id, ...job, status, matches, rows, fault: manifest ? null : fault, command: commandOf(job.request, job.form), manifest };
  }

  async function jobOf(id: string): Promise<Job> {
    const job = ID.test(id) ? await readJob(join(folder, id)) : null;
    if (!job) throw new Refusal('unknown_export', `There is no export "${id}" here.`);
    return job;
  }

  async function stop(id: string): Promise<void> {
    const run = running.get(id);
    run?.child.kill('SIGINT');
    await run?.ended;
  }

  return {
    async list() {
      const names = await readdir(folder).catch(() => []);
      const jobs = await Promise.all(
        names.filter((name) => ID.test(name)).map(async (id) => ({ id, job: await readJob(join(folder, id)) })),
      );
      const cards = await Promise.all(jobs.flatMap(({ id, job }) => (job ? [cardOf(id, job)] : [])));
      return cards.toSorted((a, b) => (a.startedAt < b.startedAt ? 1 : -1));
    },
    async begin(request, form) {
      const id = newMatchId();
      const job = { request, form, startedAt: new Date().toISOString() };
      start(id, job);
      await mkdir(join(folder, id), { recursive: true });
      await writeFile(join(folder, id, JOB), JSON.stringify(job));
      return cardOf(id, job);
    },
    async resume(id) {
      const job = await jobOf(id);
      if (!running.has(id) && !existsSync(join(folder, id, 'manifest.json'))) start(id, job);
      return cardOf(id, job);
    },
    async stop(id) {
      await jobOf(id);
      await stop(id);
    },
    async remove(id) {
      await jobOf(id);
      await stop(id);
      faults.delete(id);
      await rm(join(folder, id), { recursive: true, force: true });
    },
    async file(id, name) {
      await jobOf(id);
      const path = join(folder, id, name);
      if (!FILE.test(name) || !existsSync(join(folder, id, 'manifest.json')) || !existsSync(path))
        throw new Refusal('not_found', `Export ${id} has no file "${name}", or is not finished.`);
      return path;
    },
    async close() {
      await Promise.all([...running.keys()].map(stop));
    },
  };
}

/** For a server that keeps no files: what is asked of it is refused. */
export const NO_DATA_DESK: DataDesk = {
  list: async () => [],
  begin: refuseAll,
  resume: refuseAll,
  stop: refuseAll,
  remove: refuseAll,
  file: refuseAll,
  close: async () => {},
};

function refuseAll(): never {
  throw new Refusal('unavailable', 'This server keeps no exports; use the command.');
}

function whenEnded(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
}

async function readJob(folder: string): Promise<Job | null> {
  const text = await readFile(join(folder, JOB), 'utf8').catch(() => null);
  return text === null ? null : jobShape.parse(JSON.parse(text));
}

/** Its own writing: whole or not there. */
async function readManifest(folder: string): Promise<DatasetManifest | null> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as DatasetManifest);
}

function lastLine(said: string): string {
  return (said.trim().split('\n').at(-1) ?? '').replace(/^mandi: /, '');
}
