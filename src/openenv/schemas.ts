/** JSON Schemas of the endpoint's messages, for `/schema`, tools and code generators. */
import { type EnvGame, envGames } from '~/engine/env-games';
import { resetSchema } from './reset-schema';

const TEXT = { type: 'string' } as const;
const ANY = { type: 'object' } as const;

/** The input if a program plays several seats. */
const MOVES = { type: 'object', properties: { moves: ANY }, required: ['moves'] };

const STATE = {
  type: 'object',
  properties: {
    episode_id: { type: ['string', 'null'] },
    step_count: { type: 'integer', minimum: 0 },
    ruleset: TEXT,
    task_type: TEXT,
    seed: { type: ['integer', 'null'], minimum: 0 },
    seat: TEXT,
    reward: TEXT,
    opponents: { type: 'object' },
    record: { type: 'object' },
    round_index: { type: 'integer', minimum: 0 },
    max_rounds: { type: 'integer', minimum: 1 },
    done: { type: 'boolean' },
    cumulative_reward: { type: 'number' },
    invalid_actions: { type: 'integer', minimum: 0 },
  },
  required: ['episode_id', 'step_count'],
};

/** `games`: whose moves and observations. Games without schemas accept and return any object. */
export function schemas(games = envGames()) {
  const seen = eitherOf(games.map(({ told }) => told?.observation ?? ANY));
  return {
    action: eitherOf([...games.map(({ told }) => told?.move ?? ANY), ...(games.some(({ isPlain }) => isPlain) ? [MOVES] : [])]),
    reset: resetSchema(),
    observation: seen,
    reset_observation: seen,
    state: STATE,
  };
}

/** A short description of each offered game that has one. */
export function aboutGames(): string {
  return [...new Set(envGames().flatMap(({ told }) => told?.about ?? []))].join(' ');
}

/** Schemas of one action of any game, and of a list of actions if allowed. */
export function actionSchemas(games: readonly EnvGame[] = envGames()): { action: object; actions?: object } {
  const lists = games.flatMap(({ told }) => told?.actions ?? []);
  return {
    action: eitherOf(games.map(({ told }) => told?.action ?? told?.move ?? ANY)),
    ...(lists.length > 0 && { actions: eitherOf(lists) }),
  };
}

/** Rulesets of one game may share a schema. */
function eitherOf(schemas: readonly object[]): object {
  const distinct = [...new Set(schemas)];
  const [only] = distinct;
  return distinct.length === 1 && only ? only : { anyOf: distinct };
}
