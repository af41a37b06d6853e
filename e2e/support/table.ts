import { type APIRequestContext, expect, type Page, request } from '@playwright/test';

export interface TableWish {
  /** Of the rules; the usual one when left out. */
  version?: number;
  task?: string;
  seed?: number;
  /** What plays the seats that are not named. */
  policy?: string;
  judgeMode?: string;
  clockSeconds?: number;
  /** Seats for people and programs; lab_0 alone when left out. */
  open?: readonly string[];
}

/** Sends a change as any program would, with the cookies of whoever asks. */
export async function post<T>(request: APIRequestContext, procedure: string, data: object): Promise<T> {
  const answer = await request.post(`/api/trpc/${procedure}`, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
  const { result } = (await answer.json()) as { result: { data: T } };
  return result.data;
}

/** A table of ruleset open whose host is this page's browser; nobody sits yet. */
export async function setTable(page: Page, { open = ['lab_0'], ...wish }: TableWish = {}): Promise<string> {
  const seats = Object.fromEntries(open.map((seat) => [seat, 'open']));
  const asked = { ruleset: 'open', task: 'market_round', policy: 'planner', pace: 1, clockSeconds: 300, ...wish, seats };
  const { id } = await post<{ id: string }>(page.request, 'match.create', asked);
  return id;
}

/** This page's browser takes a seat. */
export async function sitDown(page: Page, id: string, { seat = 'lab_0', name = 'Anna' } = {}): Promise<void> {
  await post(page.request, 'seat.claim', { id, seat, name });
}

export async function startTable(page: Page, id: string): Promise<void> {
  await post(page.request, 'table.start', { id });
}

/** One person against policies: table, seat, start, and the seat's screen. */
export async function takeSeat(page: Page, wish: TableWish = {}): Promise<string> {
  const id = await setTable(page, wish);
  await sitDown(page, id);
  await startTable(page, id);
  await page.goto(`/matches/${id}?seat=lab_0`);
  await expect(page.getByRole('heading', { level: 1, name: 'Lab A' })).toBeVisible();
  return id;
}

/** A seat played by a program: its token, to be shown with each request. */
async function claimByProgram(request: APIRequestContext, id: string, seat: string): Promise<string> {
  const { token } = await post<{ token: string | null }>(request, 'seat.claim', {
    id,
    seat,
    name: `Program ${seat.slice(4)}`,
    program: true,
  });
  return token ?? '';
}

export interface SharedTable {
  id: string;
  /** For the program's requests; to be disposed of at the end. */
  program: APIRequestContext;
  /** The program's, at lab_1. */
  token: string;
}

/** This page's person at lab_0 and a program, with no cookie of the page, at lab_1; the table has not started. */
export async function tableWithProgram(page: Page, baseURL: string | undefined, wish: Omit<TableWish, 'open'> = {}): Promise<SharedTable> {
  const id = await setTable(page, { ...wish, open: ['lab_0', 'lab_1'] });
  const program = await request.newContext(baseURL === undefined ? {} : { baseURL });
  await sitDown(page, id);
  return { id, program, token: await claimByProgram(program, id, 'lab_1') };
}

/** A program hands in its turn. */
export async function playByProgram(
  request: APIRequestContext,
  turn: { id: string; seat: string; token: string; round: number; actions: readonly object[] },
): Promise<void> {
  const { id, seat, token, round, actions } = turn;
  const answer = await request.post('/api/trpc/seat.submit', {
    headers: { authorization: `Bearer ${token}` },
    data: { id, seat, round_index: round, key: `${seat}-${round}`, actions },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}
