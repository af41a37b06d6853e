/** JSON Schema of a reset, including allowed combinations, so that clients can validate before sending. */

import { type GameRef, keyParts } from '~/contract/game-ref';
import { type SettingCard, settingCards } from '~/contract/options';
import { envGames } from '~/engine/env-games';
import { USUAL_GAME } from '~/games/read-game';
import { findGame, GAMES } from '~/games/registry';
import { splitNames } from './tasks';

const TEXT = { type: 'string' } as const;

/** Computed on demand, because tests of the platform offer additional games. */
function ownFields() {
  return {
    ruleset: { ...TEXT, enum: [...new Set(GAMES.map(({ ref }) => rulesetOf(ref)))], default: keyParts(USUAL_GAME).ruleset },
    game: { ...TEXT, enum: [...new Set(GAMES.map(({ ref }) => ref.key))], description: 'The game, in place of ruleset.' },
    version: { type: 'integer', minimum: 1, description: versionWords() },
    task: {
      ...TEXT,
      enum: [...new Set(GAMES.flatMap(({ tasks }) => tasks.map(({ id }) => id)))],
      description: sentences(GAMES.map(({ ref, tasks }) => `Ruleset ${rulesetOf(ref)}: ${tasks.map(({ id }) => id).join(', ')}.`)),
    },
    seed: {
      type: 'integer',
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'The same seed and actions give the same episode.',
    },
    judge_mode: {
      ...TEXT,
      enum: [...new Set(GAMES.flatMap(({ judgeModes }) => judgeModes))],
      description: sentences(GAMES.map(({ ref, judgeModes }) => `Ruleset ${rulesetOf(ref)}: ${judgeModes.join(', ')}.`)),
    },
    split: { ...TEXT, enum: splitNames().map(({ name }) => name), description: 'With index: a task of the task routes.' },
    index: { type: 'integer', minimum: 0, description: 'With split.' },
    malformed: { ...TEXT, enum: ['refuse', 'penalise'], default: 'refuse' },
    episode_id: { ...TEXT, maxLength: 255 },
    prompt: {
      type: ['string', 'boolean'],
      description:
        'For training language models: a version of the prompt, or true for the newest. Observations are then {"prompt": {"system", "user"}}, and a step takes {"reply": text}.',
    },
    seat: { ...TEXT, description: `Which seat is yours. ${helpFor('seat')}` },
    opponents: { description: helpFor('opponents') },
    reward: {
      ...TEXT,
      enum: ['classic', 'potential'],
      default: 'classic',
      description: `classic is the game’s own reward. ${helpFor('reward')}`,
    },
    options: { type: 'object', description: helpFor('options') },
  };
}

/** Allowed values of the setting in each game that has it. */
function helpFor(setting: string): string {
  return sentences(
    envGames().flatMap(({ ref, help }) => (help[setting] === undefined ? [] : [`Ruleset ${rulesetOf(ref)}: ${help[setting]}.`])),
  );
}

/** Deduplicates texts that are the same in several versions of a ruleset. */
function sentences(said: readonly string[]): string {
  return [...new Set(said)].join(' ');
}

function versionWords(): string {
  const later = GAMES.filter(({ ref }) => ref.version > 1).map(
    ({ ref }) => `${rulesetOf(ref)} has 1 and ${ref.version}, usually ${findGame(ref.key)?.ref.version}`,
  );
  return `Version of the rules. By default the usual one${later.length === 0 ? '' : `: ${later.join('; ')}`}.`;
}

/** Settings that the engine parses for games without an adapter. */
function plainFields(): Record<string, object> {
  if (!envGames().some(({ isPlain }) => isPlain)) return {};
  return {
    seats: { type: 'array', items: TEXT, description: helpFor('seats') },
    series: { ...TEXT, description: helpFor('series') },
  };
}

/** Settings that are not options of a game. */
function fieldsOfGames(): Record<string, object> {
  return Object.assign({}, ...envGames().map(({ fields }) => fields)) as Record<string, object>;
}

/** Schema for an episode in memory. */
export function episodeReset() {
  const rules = GAMES.map(({ ref, together = [] }) => `Ruleset ${rulesetOf(ref)}: ${together.join(' ')}`.trimEnd());
  const settings = GAMES.flatMap((game) => settingCards(game).map((card) => [card.name, schemaOf(card, rulesetOf(game.ref))] as const));
  return {
    type: 'object' as const,
    description: `A field that the ruleset does not know is refused by name. ${sentences(rules)}`,
    properties: { ...ownFields(), ...plainFields(), ...firstOf(settings), ...fieldsOfGames() },
    additionalProperties: false,
  };
}

/** Includes settings that need a server with stored matches. */
export function resetSchema(): object {
  const own = episodeReset();
  return {
    ...own,
    properties: {
      ...own.properties,
      task_type: { ...own.properties.task, description: 'Another word for task.' },
      record: { type: 'boolean', description: 'Keeps the episode as a match. Main server only.' },
      match: {
        ...TEXT,
        description: 'With seat and token: a seat at a shared table. Main server only; takes no task, seed or settings.',
      },
      token: { ...TEXT, description: 'With match and seat.' },
    },
  };
}

/** In order. If several games have a setting of one name, the first game's. */
function firstOf(settings: readonly (readonly [string, object])[]): Record<string, object> {
  const found = new Map<string, object>();
  for (const [name, schema] of settings) if (!found.has(name)) found.set(name, schema);
  return Object.fromEntries(found);
}

function rulesetOf({ key }: GameRef): string {
  return keyParts(key).ruleset;
}

function schemaOf({ type, summary, min, max, choices, usual }: SettingCard, ruleset: string): object {
  const byTask = Object.entries(usual).map(([task, value]) => `${task} ${String(value)}`);
  const limits = {
    ...(choices && { enum: choices }),
    ...(min !== undefined && { minimum: min }),
    ...(max !== undefined && { maximum: max }),
  };
  const isLimited = Object.keys(limits).length > 0;
  return {
    type,
    ...(type === 'array' ? isLimited && { items: { type: choices ? 'string' : 'number', ...limits } } : limits),
    description: `Ruleset ${ruleset}. ${summary} By default: ${byTask.join(', ')}.`,
  };
}
