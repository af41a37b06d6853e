/**
 * A journal with the outcome of every match, one line per call, so that an interrupted audit can continue. The search runs again from its
 * beginning with the answers from the journal, which takes no time and reaches the same state.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { AuditOutcome, AuditTarget, Look, Program } from '~/contract/audit';
import type { Reading } from '~/contract/game';

/** What must match for a journal to be continued. */
export interface JournalHeader {
  audit: string;
  seed: number;
  known: boolean;
  holdout: string;
  /** Changes when the meaning of programs or answers changes. */
  format: number;
}

const JOURNAL_FORMAT = 2;
const FEATURE_DIGITS = 36;
const FIRST_VERSION = '@1/';

interface Line {
  key: string;
  value: unknown;
  /** Milliseconds of search so far. */
  t: number;
}

export function headerOf({ name, seeds }: AuditTarget, { seed, known }: { seed: number; known: boolean }): JournalHeader {
  const audit = name.replace(FIRST_VERSION, '/'); // the name that journals used when there was only one version
  return { audit, seed, known, holdout: `${seeds.holdout.at(0)}-${seeds.holdout.at(-1)}`, format: JOURNAL_FORMAT };
}

export class Journal {
  private readonly path: string;
  private readonly real: () => number;
  /** Journal answers that have not been used yet. */
  private readonly known = new Map<string, Line>();
  private replayed = 0;
  /** Set at the first answer that is not in the journal; from then on time passes. */
  private live: number | null = null;

  private constructor(path: string, lines: readonly Line[], real: () => number) {
    this.path = path;
    this.real = real;
    for (const line of lines) this.known.set(line.key, line);
    if (lines.length === 0) this.goLive();
  }

  /** Continues the journal in `path`, or starts one. Drops an incomplete last line. */
  static open(path: string, header: JournalHeader, now: () => number): Reading<Journal> {
    const first = JSON.stringify(header);
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return { ok: false, why: `${path} is a folder: name a file` };
    if (!existsSync(path) || readFileSync(path, 'utf8') === '') {
      mkdirSync(dirname(resolve(path)), { recursive: true });
      writeFileSync(path, `${first}\n`);
      return { ok: true, value: new Journal(path, [], now) };
    }
    const text = readFileSync(path, 'utf8');
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    const [begun, ...rest] = whole.split('\n').slice(0, -1);
    if (begun !== first) return { ok: false, why: otherAudit(path, begun, header) };
    if (whole.length < text.length) truncateSync(path, Buffer.byteLength(whole));
    return { ok: true, value: new Journal(path, rest.map(readLine), now) };
  }

  /** The audit's clock: replays the journal's times and continues from there. */
  now(): number {
    return this.live === null ? this.replayed : this.replayed + this.real() - this.live;
  }

  /** `target`, with every answer recorded or read. */
  wrap(target: AuditTarget): AuditTarget {
    const outcome = (what: unknown, seed: number, play: () => Promise<AuditOutcome>) => this.keep(keyOf(what, seed), play);
    return {
      ...target,
      playHonest: (seed, seats = 1) => outcome(['honest', seats], seed, () => target.playHonest(seed, seats)),
      playWait: (seed) => outcome('wait', seed, () => target.playWait(seed)),
      playProgram: (program, seed) => outcome(program, seed, () => target.playProgram(program, seed)),
      known: target.known.map(({ name, play }) => ({ name, play: (seed) => outcome(['known', name], seed, () => play(seed)) })),
      ...(target.quick && { quick: this.wrapQuick(target.quick) }),
    };
  }

  private wrapQuick(quick: NonNullable<AuditTarget['quick']>): NonNullable<AuditTarget['quick']> {
    return {
      ...quick,
      look: async (programs, seed) => {
        const packed = await this.keep(keyOf(['look', programs], seed), async () => (await quick.look(programs, seed)).map(packLook));
        return packed.map(unpackLook);
      },
      trace: (program: Program, seed) => this.keep(keyOf(['trace', program], seed), () => quick.trace(program, seed)),
    };
  }

  private async keep<T>(key: string, work: () => Promise<T>): Promise<T> {
    const line = this.known.get(key);
    if (line !== undefined) {
      if (this.live === null) this.replayed = Math.max(this.replayed, line.t);
      return line.value as T; // as written by this journal
    }
    if (this.live === null) this.goLive();
    const value = await work();
    const fresh: Line = { key, value, t: Math.round(this.now()) };
    this.known.set(key, fresh);
    appendFileSync(this.path, `${JSON.stringify([fresh.key, fresh.t, fresh.value])}\n`);
    return value;
  }

  private goLive(): void {
    for (const { t } of this.known.values()) this.replayed = Math.max(this.replayed, t);
    this.live = this.real();
  }
}

function keyOf(what: unknown, seed: number): string {
  return `${createHash('sha256').update(JSON.stringify(what)).digest('base64url').slice(0, 16)}:${seed}`;
}

function packLook({ own, all, reached }: Look): string {
  return `${own} ${all} ${reached.map((what) => what.toString(FEATURE_DIGITS)).join(' ')}`;
}

function unpackLook(text: string): Look {
  const [own = '0', all = '0', ...reached] = text.split(' ').filter((word) => word !== '');
  return { own: Number(own), all: Number(all), reached: reached.map((word) => Number.parseInt(word, FEATURE_DIGITS)) };
}

function readLine(text: string): Line {
  const [key, t, value] = JSON.parse(text) as [string, number, unknown];
  return { key, t, value };
}

function otherAudit(path: string, begun: string | undefined, header: JournalHeader): string {
  const known = readHeader(begun);
  const differs = Object.entries(header).filter(([name, value]) => known?.[name] !== value);
  const said = differs.map(([name, value]) => `${name} is ${JSON.stringify(known?.[name])} there and ${JSON.stringify(value)} here`);
  return known === null
    ? `${path} is not the journal of an audit. Name another file, or one that does not exist yet.`
    : `${path} is the journal of another audit: ${said.join('; ')}. Use the same options, or name another file.`;
}

function readHeader(text: string | undefined): Record<string, unknown> | null {
  try {
    const read: unknown = JSON.parse(text ?? '');
    return typeof read === 'object' && read !== null && 'audit' in read ? { ...read } : null;
  } catch {
    return null;
  }
}
