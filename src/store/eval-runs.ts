import { type GameKey, type GameRef, isGameKey } from '~/contract/game-ref';
import type { Prisma, PrismaClient } from './generated/client';

/** A stored run of `mandi eval`. */
export interface EvalRunRecord {
  id: string;
  game: GameKey;
  version: number;
  command: string;
  code: string;
  /** JSON, as printed. */
  report: string;
}

/** A stored run as lists show it. */
export type EvalRunCard = Omit<EvalRunRecord, 'report'> & { createdAt: Date };

const NEWEST_FIRST = [{ createdAt: 'desc' as const }, { id: 'desc' as const }];

/** The newest finished runs of a game. */
export async function newestEvalRuns(prisma: PrismaClient, { key: game, version }: GameRef, most: number): Promise<unknown[]> {
  const runs = await prisma.evalRun.findMany({ where: { game, version, status: 'finished' }, orderBy: NEWEST_FIRST, take: most });
  return runs.map((run) => run.rows);
}

export async function listEvalRuns(prisma: PrismaClient, most: number): Promise<EvalRunCard[]> {
  const select = { id: true, game: true, version: true, command: true, code: true, createdAt: true };
  const runs = await prisma.evalRun.findMany({ where: { status: 'finished' }, orderBy: NEWEST_FIRST, take: most, select });
  return runs.map((run) => ({ ...run, game: keyOf(run) }));
}

/** null if there is no such run. */
export async function findEvalRun(prisma: PrismaClient, id: string): Promise<(EvalRunCard & { rows: unknown }) | null> {
  const run = await prisma.evalRun.findUnique({ where: { id } });
  return run && { ...run, game: keyOf(run) };
}

export async function keepEvalRun(prisma: PrismaClient, { report, ...run }: EvalRunRecord): Promise<void> {
  await prisma.evalRun.create({ data: { ...run, rows: jsonOf(report), status: 'finished' } });
}

/** Written by `keepEvalRun`. */
function keyOf({ game }: { game: string }): GameKey {
  if (!isGameKey(game)) throw new Error(`a report of no game: ${game}`);
  return game;
}

function jsonOf(text: string): Prisma.InputJsonValue {
  return JSON.parse(text) as Prisma.InputJsonValue;
}
