/**
 * Exports started from a screen. Each runs the same command as a person would, in its own process, into a folder under MANDI_HOME, so that
 * no match waits for it and a crash loses nothing.
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { DatasetManifest } from '~/dataset/export-dataset';
import { argumentsOf, commandOf, type DatasetRequest, FILE_FORMS, type FileForm, requestShape } from '~/dataset/request';
import { Queues } from '~/lib/play/queues';
import { newMatchId } from '~/match/match-id';
import { Refusal } from '../errors';
import { ExportProcesses } from './export-processes';
import type { ExportCard } from './types';

export interface DataServiceOptions {
  /** Parent of the export folders. */
  folder: string;
  /** Selects the database for the command. */
  environment: NodeJS.ProcessEnv;
}

export interface ExportHow {
  form: FileForm;
  /** Continues as matches end. */
  follow: boolean;
}

export interface DataService {
  /** Newest first. */
  list(): Promise<ExportCard[]>;
  begin(request: DatasetRequest, how: ExportHow): Promise<ExportCard>;
  /** Continues a stopped export. */
  resume(id: string): Promise<ExportCard>;
  /** Ends following: writes the files from the matches that have ended. */
  finish(id: string): Promise<ExportCard>;
  /** Ends its process. What is written stays and can be resumed. */
  stop(id: string): Promise<void>;
  /** Deletes the export and its files. */
  remove(id: string): Promise<void>;
  /** Path of a file of a finished export. */
  file(id: string, name: string): Promise<string>;
  close(): Promise<void>;
}

const JOB = 'job.json';
const MANIFEST = 'manifest.json';
const FOLLOW = '--follow';
const FILE = /^(part-\d{5}\.(jsonl|parquet)|manifest\.json|README\.md)$/;
const ID = /^[a-z0-9]{12}$/;

const jobShape = z.object({ request: requestShape, form: z.enum(FILE_FORMS), follow: z.boolean().default(false), startedAt: z.string() });
/** If the server was killed while writing, the file may be truncated or missing. */
const jobText = z
  .string()
  .transform((text, read): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      read.addIssue({ code: 'custom', message: 'no JSON' });
      return z.NEVER;
    }
  })
  .pipe(jobShape);
type Job = ExportHow & { request: DatasetRequest; startedAt: string };

export function dataService({ folder, environment }: DataServiceOptions): DataService {
  const processes = new ExportProcesses(environment);

  function start(id: string, { request, form, follow }: Job): void {
    processes.start(id, [...argumentsOf(request, form, join(folder, id)), ...(follow ? [FOLLOW] : [])], follow);
  }

  async function cardOf(id: string, job: Job): Promise<ExportCard> {
    const manifest = await readManifest(join(folder, id));
    const { isRunning, progress, fault, isEmpty } = processes.stateOf(id);
    // The process may need a moment to exit after the last file, and no other export can start before.
    const status = isRunning ? 'running' : manifest ? 'finished' : fault === null ? 'stopped' : isEmpty ? 'empty' : 'failed';
    const whole = manifest && { matches: manifest.counts.matches ?? 0, rows: manifest.rows };
    const command = `${commandOf(job.request, job.form)}${job.follow ? ` ${FOLLOW}` : ''}`;
    return { id, ...job, status, progress: whole ?? progress, fault: manifest ? null : fault, command, manifest };
  }

  async function jobOf(id: string): Promise<Job> {
    const job = ID.test(id) ? await readJob(join(folder, id)) : null;
    if (!job) throw new Refusal('unknown_export', `There is no export "${id}" here.`);
    return job;
  }

  function isWhole(id: string): boolean {
    return existsSync(join(folder, id, MANIFEST));
  }

  function keep(id: string, job: Job): Promise<void> {
    return writeFile(join(folder, id, JOB), JSON.stringify(job));
  }

  /** Per export: a removal and a new start at the same time would leave a process that nobody can stop. */
  const queues = new Queues();
  return {
    async list() {
      const names = await readdir(folder).catch(() => []);
      const jobs = await Promise.all(
        names.filter((name) => ID.test(name)).map(async (id) => ({ id, job: await readJob(join(folder, id)) })),
      );
      const cards = await Promise.all(jobs.flatMap(({ id, job }) => (job ? [cardOf(id, job)] : [])));
      return cards.toSorted((a, b) => (a.startedAt < b.startedAt ? 1 : -1));
    },
    async begin(request, how) {
      const id = newMatchId();
      const job = { request, ...how, startedAt: new Date().toISOString() };
      start(id, job);
      await mkdir(join(folder, id), { recursive: true });
      await keep(id, job);
      return cardOf(id, job);
    },
    resume: (id) =>
      queues.run(id, async () => {
        const job = await jobOf(id);
        if (!processes.stateOf(id).isRunning && !isWhole(id)) start(id, job);
        return cardOf(id, job);
      }),
    finish: (id) =>
      queues.run(id, async () => {
        const job = { ...(await jobOf(id)), follow: false };
        if (isWhole(id)) return cardOf(id, job);
        processes.refuseCrowd(false);
        await processes.stop(id);
        await keep(id, job);
        if (!isWhole(id)) start(id, job);
        return cardOf(id, job);
      }),
    stop: (id) =>
      queues.run(id, async () => {
        await jobOf(id);
        await processes.stop(id);
      }),
    remove: (id) =>
      queues.run(id, async () => {
        await jobOf(id);
        await processes.stop(id);
        processes.forget(id);
        await rm(join(folder, id), { recursive: true, force: true });
      }),
    async file(id, name) {
      await jobOf(id);
      const path = join(folder, id, name);
      if (!FILE.test(name) || !isWhole(id) || !existsSync(path))
        throw new Refusal('not_found', `Export ${id} has no file "${name}", or is not finished.`);
      return path;
    },
    close: () => processes.close(),
  };
}

/** For a server without files: every request is refused. */
export const NO_DATA_SERVICE: DataService = {
  list: async () => [],
  begin: refuseAll,
  resume: refuseAll,
  finish: refuseAll,
  stop: refuseAll,
  remove: refuseAll,
  file: refuseAll,
  close: async () => {},
};

function refuseAll(): never {
  throw new Refusal('unavailable', 'This server keeps no exports. Use npx mandi export.');
}

async function readJob(folder: string): Promise<Job | null> {
  const text = await readFile(join(folder, JOB), 'utf8').catch(() => null);
  return text === null ? null : (jobText.safeParse(text).data ?? null);
}

/** The export's own manifest, which is written atomically. */
async function readManifest(folder: string): Promise<DatasetManifest | null> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as DatasetManifest);
}
