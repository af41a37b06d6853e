import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';
import { type Config, REPOSITORY, readConfig } from '~/config';
import type { MatchRequest } from '~/match/open-match';
import { openBrowser } from '~/start/open-browser';
import { findRunning } from '~/start/place';
import { CommandFailed, EXIT } from './exits';

const LOOK_EVERY_MS = 500;

/**
 * Plays a match on this clone's server and opens the browser. If no server is running, starts one, which ends with this command (Ctrl-C).
 */
export async function watchMatch(request: MatchRequest): Promise<void> {
  const config = readConfig();
  const running = await findRunning(config.home);
  if (running) return tell(await createMatch(running.url, request, config));
  const server = startServer();
  const ended = once(server, 'exit');
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  while (!isOver) {
    const started = await findRunning(config.home);
    if (started) {
      tell(await createMatch(started.url, request, config));
      break;
    }
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))]);
  }
  await ended;
  process.exitCode = server.exitCode ?? EXIT.interrupted;
}

/**
 * Receives signals only through this process. A terminal's Ctrl-C would reach it twice, and a second one interrupts its orderly shutdown.
 */
function startServer(): ChildProcess {
  const hasOwnGroup = process.platform !== 'win32';
  const server = spawn(process.execPath, [join(REPOSITORY, 'scripts', 'start.mjs')], { stdio: 'inherit', detached: hasOwnGroup });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => hasOwnGroup && server.kill(signal));
  return server;
}

function tell(address: string): void {
  process.stdout.write(`Watch it at ${address}\n`);
  openBrowser(address);
}

const answerSchema = z.union([
  z.object({ result: z.object({ data: z.object({ id: z.string() }) }) }),
  z.object({ error: z.object({ message: z.string() }) }),
]);

/** The address of the new match's page. */
async function createMatch(url: string, request: MatchRequest, config: Config): Promise<string> {
  const { game, version, task, seed, policy, seats, judgeMode, guards, pace, options } = request;
  const headers = { 'content-type': 'application/json', ...(config.adminToken && { authorization: `Bearer ${config.adminToken}` }) };
  const body = JSON.stringify({ game, version, task, seed, policy, seats, judgeMode, guards, pace, options });
  const response = await fetch(`${url}/api/trpc/match.create`, { method: 'POST', headers, body });
  const answer = answerSchema.safeParse(await response.json());
  if (answer.success && 'result' in answer.data) return `${url}/matches/${answer.data.result.data.id}`;
  const why = answer.success && 'error' in answer.data ? answer.data.error.message : `it answered ${response.status}`;
  throw new CommandFailed(`the server at ${url} did not create the match: ${why}`);
}
