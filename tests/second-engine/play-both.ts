/** One match in both engines, round by round, until they differ. */
import type { Act, Block, Fact, Market } from './market';
import { type Opened, openMarket, readAct, readOpening, readOrder, readShock, readSpare, readTurn } from './read';
import { type LogEvent, openMatch, type RealMatch } from './real';
import { beginRound, endRound, playTurns } from './round';

/** Draws the turn of a lab from what the second engine knows. */
export type Player = (m: Market, lab: string) => unknown;

/** What only says that turns came in, what chance alone decides, and words. */
const LEFT_OUT = new Set(['match_opened', 'turn_taken', 'round_closed', 'message_posted']);

export interface Played {
  difference: string | null;
  log: readonly LogEvent[];
}

export function playBoth(raw: Record<string, unknown>, player: Player): Played {
  const match = openMatch(raw);
  const { log } = match;
  const opened = readOpening(log);
  const m = openMarket(opened);
  let spare: Block | null = null;
  let winner: string | null = null;
  while (match.waitsFor().length > 0) {
    const from = log.length;
    const turns = takeTurns(match, m, { player, most: opened.config.actions_per_round });
    for (const part of partsOf(log.slice(from))) {
      m.facts = [];
      const order = readOrder(part);
      if (order) {
        winner = playTurns(m, { ...turns, order }, spare);
        endRound(m);
        if (m.round === m.rounds - 1) tellEnd(m, opened);
        turns.acts.clear();
        turns.leftOut.clear();
      } else {
        m.round += 1;
        const grant = spare && { block: spare, winner };
        spare = readSpare(part, m.rounds);
        beginRound(m, { shock: readShock(part, m.rounds), spare, grant });
      }
      const difference = differenceOf(
        m.facts,
        part.filter(({ type }) => !LEFT_OUT.has(type)),
      );
      if (difference !== null) return { difference: `round ${m.round}: ${difference}`, log };
    }
    const difference = match.waitsFor().length > 0 ? differenceOfSights(m, match) : null;
    if (difference !== null) return { difference: `as round ${m.round} begins: ${difference}`, log };
  }
  const fault = match.fault();
  return { difference: fault === null ? null : `at the end: ${fault}`, log };
}

/** The log between two turns: a round that closes, the next one that begins, and so on where all have finished. */
function partsOf(events: readonly LogEvent[]): LogEvent[][] {
  const parts: LogEvent[][] = [];
  for (const event of events) {
    if (event.type === 'round_closed' || event.type === 'round_started') parts.push([]);
    parts.at(-1)?.push(event);
  }
  return parts;
}

function takeTurns(match: RealMatch, m: Market, { player, most }: { player: Player; most: number }) {
  const acts = new Map<string, (Act | null)[]>();
  const leftOut = new Map<string, number>();
  let isSilent = false;
  for (const lab of match.waitsFor()) {
    const turn = player(m, lab);
    const entries = readTurn(turn);
    acts.set(lab, entries.slice(0, most).map(readAct));
    leftOut.set(lab, Math.max(0, entries.length - most));
    if (turn !== undefined) match.submit(lab, turn);
    isSilent ||= turn === undefined;
  }
  if (isSilent) match.lapse();
  return { acts, leftOut };
}

function tellEnd(m: Market, { labs }: Opened): void {
  const start = new Map(labs.map(({ lab_id, budget_cents }) => [lab_id, budget_cents]));
  const profits = Object.fromEntries([...m.labs].map(([id, { money }]) => [id, money - (start.get(id) ?? 0)]));
  m.facts.push({ type: 'match_ended', profits_cents: profits });
}

/** The first fact that the log has otherwise. */
function differenceOf(mine: readonly Fact[], theirs: readonly LogEvent[]): string | null {
  for (let i = 0; i < Math.max(mine.length, theirs.length); i += 1) {
    const [a, b] = [mine[i], theirs[i]];
    if (a && b && holds(a, b)) continue;
    const before = theirs.slice(Math.max(0, i - 3), i).map((event) => JSON.stringify(event));
    return ['after', ...before, `the page: ${JSON.stringify(a)}`, `the log: ${JSON.stringify(b)}`].join('\n  ');
  }
  return null;
}

/** All that is told stands in the log, to a millionth; the log may say more. */
function holds(told: unknown, log: unknown): boolean {
  if (typeof told === 'number' && typeof log === 'number') return Math.abs(told - log) <= 1e-6 * Math.max(1, Math.abs(log));
  if (areIds(told) && areIds(log)) return [...told].sort().join() === [...log].sort().join();
  if (Array.isArray(told)) return Array.isArray(log) && told.length === log.length && told.every((one, i) => holds(one, log[i]));
  if (typeof told === 'object' && told !== null) {
    if (typeof log !== 'object' || log === null) return false;
    return Object.entries(told).every(([key, value]) => holds(value, (log as Record<string, unknown>)[key]));
  }
  return told === log;
}

const areIds = (list: unknown): list is string[] => Array.isArray(list) && list.every((one) => typeof one === 'string');

const STATUS = { pledged: 'committed', promised: 'committed' } as Record<string, string>;

/** What each lab sees of its own, when the round begins. */
function differenceOfSights(m: Market, match: RealMatch): string | null {
  for (const lab of m.labs.values()) {
    const seen = match.see(lab.id);
    const told = {
      controlled_lab_budget: lab.money / 100,
      controlled_lab_reputation: lab.reputation,
      owned_blocks: [...m.blocks.values()]
        .filter(({ owner }) => owner === lab.id)
        .map((block) => ({
          block_id: block.id,
          reliability: block.reliability,
          status: STATUS[block.mark] ?? block.mark,
          energy_paid: block.energyPaid === null ? null : block.energyPaid / 100,
        })),
      private_jobs: [...m.jobs.values()]
        .filter(({ owner, arrival }) => owner === lab.id && arrival <= m.round)
        .map((job) => ({
          job_id: job.id,
          value: job.value / 100,
          allocated_block_ids: job.blocks.map(({ id }) => id),
          hours_delivered: job.hours,
          settled: job.isSettled,
        })),
    };
    told.owned_blocks.sort((a, b) => compare(a.block_id, b.block_id));
    told.private_jobs.sort((a, b) => compare(a.job_id, b.job_id));
    const log: Record<string, unknown> = {
      ...seen,
      owned_blocks: [...seen.owned_blocks].sort((a, b) => compare(a.block_id, b.block_id)),
      private_jobs: [...seen.private_jobs].sort((a, b) => compare(a.job_id, b.job_id)),
    };
    for (const [key, value] of Object.entries(told)) {
      if (!holds(value, log[key])) return `${lab.id} ${key}\n  the page: ${JSON.stringify(value)}\n  the log: ${JSON.stringify(log[key])}`;
    }
  }
  return null;
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
