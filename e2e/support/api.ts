import { type APIRequestContext, expect, type Page } from '@playwright/test';

export interface MatchWish {
  ruleset?: string;
  /** A game's key. */
  game?: string;
  task: string;
  seed: number;
  policy: string;
  judgeMode?: string;
  /** Seconds a round. */
  pace?: number;
  visibility?: 'open' | 'public';
  /** What ruleset open lets a task be made of. */
  options?: { labs?: number; rounds?: number };
}

/** Starts a match through the API, as any program would, and answers with its id. */
export async function createMatch(request: APIRequestContext, wish: MatchWish): Promise<string> {
  const answer = await request.post('/api/trpc/match.create', { data: { pace: 0, ...wish } });
  expect(answer.ok(), await answer.text()).toBe(true);
  const { result } = (await answer.json()) as { result: { data: { id: string } } };
  return result.data.id;
}

export async function isFinished(request: APIRequestContext, id: string): Promise<boolean> {
  const answer = await request.get(`/api/trpc/match.get?input=${encodeURIComponent(JSON.stringify({ id }))}`);
  const { result } = (await answer.json()) as { result: { data: { status: string } } };
  return result.data.status === 'finished';
}

/** What a query answers with, typed by who asks. */
export async function ask<T>(request: APIRequestContext, procedure: string, input?: object): Promise<T> {
  const query = input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : '';
  const answer = await request.get(`/api/trpc/${procedure}${query}`);
  expect(answer.ok(), await answer.text()).toBe(true);
  const { result } = (await answer.json()) as { result: { data: T } };
  return result.data;
}

/** A match that has been played to its end. */
export async function finishedMatch(request: APIRequestContext, wish: MatchWish): Promise<string> {
  const id = await createMatch(request, wish);
  await expect.poll(() => isFinished(request, id)).toBe(true);
  return id;
}

/** Collects what a browser complains about; a test ends with `toEqual([])`. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return complaints;
}
