/** The games' moves as tools, and `observe`, for clients with MCP tool calls. */

import type { EnvCall, EnvTool } from '~/contract/env';
import type { Json, Reading } from '~/contract/game';
import { type EnvGame, envGames, readEnvGame } from '~/engine/env-games';
import { means } from '~/engine/means';
import { after, type Soon } from '~/lib/play/soon';
import type { EpisodeService, Refused, Shown } from './episode-service';

export interface ToolService {
  readonly service: EpisodeService;
}

type Tool = Omit<EnvTool, 'moveOf'> & { moveOf?: EnvTool['moveOf']; call?: EnvCall };

const OBSERVE: Tool = {
  name: 'observe',
  description: 'What this seat knows at the moment. Changes nothing.',
  schema: { type: 'object', properties: {}, required: [], additionalProperties: false },
};

/** A game's own queries, which need no episode. */
function callsOf(games: readonly EnvGame[]): Tool[] {
  return games.flatMap(({ ref, calls }) =>
    Object.entries(calls).map(([id, call]) => ({
      name: `${ref.key.replaceAll(/[^a-z0-9]/g, '_')}_${id}`,
      description: call.summary,
      schema: call.takes,
      call,
    })),
  );
}

/** Rulesets of one game may share tools. Of tools with the same name, the first game's is used until an episode determines the game. */
function toolsOf(games: readonly EnvGame[]): Tool[] {
  const told = new Set(games.flatMap((game) => game.told ?? []));
  const byName = new Map<string, Tool>();
  for (const tool of [OBSERVE, ...[...told].flatMap(({ tools }) => tools), ...callsOf(games)])
    if (!byName.has(tool.name)) byName.set(tool.name, tool);
  return [...byName.values()];
}

/** Tools of the episode's game; before an episode, of all games. */
function toolsAt({ service }: ToolService): Tool[] {
  const { game, ruleset, version } = service.state();
  const played = game === undefined ? null : readEnvGame({ game, ruleset, version });
  return toolsOf(played?.ok ? [played.value] : envGames());
}

function findTool(at: ToolService, name: unknown): Tool | undefined {
  return [...toolsAt(at), ...callsOf(envGames())].find((tool) => tool.name === name);
}

/** The tool list in the client's format: `inputSchema` in JSON-RPC, `input_schema` in a step's observation. */
export function listedTools(at: ToolService, key: 'inputSchema' | 'input_schema'): object[] {
  return toolsAt(at).map(({ name, description, schema }) => ({ name, description, [key]: schema }));
}

export function isTool(at: ToolService, name: unknown): name is string {
  return findTool(at, name) !== undefined;
}

export interface ToolAnswer {
  observation: { result: unknown; error: { error_type: string; message: string } | null };
  reward: number | null;
  done: boolean;
}

/** Plays the action that the tool is named for. Returns observation, reward and done. */
export function toolAnswer(at: ToolService, name: unknown, args: unknown): Soon<ToolAnswer> {
  const tool = findTool(at, name);
  if (!tool)
    return failed(
      'tool_not_found',
      `there is no tool ${JSON.stringify(name ?? null).slice(0, 80)}; there is ${toolsAt(at)
        .map((one) => one.name)
        .join(', ')}`,
    );
  if (args !== undefined && args !== null && (typeof args !== 'object' || Array.isArray(args)))
    return failed('invalid_args', 'arguments: an object');
  const given = (args ?? {}) as Record<string, unknown>;
  if (tool.call) return after(tool.call.answer(given, means), answered);
  return after(tool.moveOf ? at.service.step(tool.moveOf(given)) : at.service.look(), told);
}

function told(answer: Shown | Refused): ToolAnswer {
  if (!answer.ok) return failed(answer.code === 'VALIDATION_ERROR' ? 'invalid_args' : 'execution_error', answer.message);
  const { ok: _, episode: _episode, ...result } = answer;
  return { observation: { result, error: null }, reward: answer.reward, done: answer.done };
}

function answered(answer: Reading<Json>): ToolAnswer {
  return answer.ok ? { observation: { result: answer.value, error: null }, reward: null, done: false } : failed('invalid_args', answer.why);
}

function failed(error_type: string, message: string): ToolAnswer {
  return { observation: { result: null, error: { error_type, message } }, reward: null, done: false };
}
