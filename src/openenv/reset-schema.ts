/** What a reset may say, as JSON Schema: also what may be combined, so that nobody has to be refused to find out. */

import { type GameRef, keyParts } from '~/contract/game-ref';
import { type SettingCard, settingCards } from '~/contract/options';
import { ARENAS, findArena } from '~/eval/arenas';
import { GAMES } from '~/games/registry';
import { splitNames } from './tasks';

const TEXT = { type: 'string' } as const;

/** A game that no arena plays alone has no episodes here. */
const PLAYED = GAMES.filter(({ ref }) => findArena(ref) !== null);

const RULES = PLAYED.map(({ ref, together }) => `Ruleset ${rulesetOf(ref)}: ${together.join(' ')}`);

const OWN = {
  ruleset: { ...TEXT, enum: [...new Set(ARENAS.map(({ ref }) => rulesetOf(ref)))], default: 'classic' },
  game: { ...TEXT, enum: [...new Set(ARENAS.map(({ ref }) => ref.key))], description: 'The game, in place of ruleset.' },
  version: { type: 'integer', minimum: 1, description: 'Of the rules. By default the newest.' },
  task: {
    ...TEXT,
    enum: [...new Set(ARENAS.flatMap(({ tasks }) => tasks.map(({ id }) => id)))],
    description: ARENAS.map(({ ref, tasks }) => `Ruleset ${rulesetOf(ref)}: ${tasks.map(({ id }) => id).join(', ')}.`).join(' '),
  },
  seed: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'The same seed and actions give the same episode.' },
  judge_mode: {
    ...TEXT,
    enum: [...new Set(PLAYED.flatMap(({ judgeModes }) => judgeModes))],
    description: PLAYED.map(({ ref, judgeModes }) => `Ruleset ${rulesetOf(ref)}: ${judgeModes.join(', ')}.`).join(' '),
  },
  split: { ...TEXT, enum: splitNames().map(({ name }) => name), description: 'With index: a task of the task routes.' },
  index: { type: 'integer', minimum: 0, description: 'With split.' },
  malformed: { ...TEXT, enum: ['refuse', 'penalise'], default: 'refuse' },
  episode_id: { ...TEXT, maxLength: 255 },
  seat: { ...TEXT, description: 'Which lab is yours. Ruleset classic: lab_0; ruleset open: any.' },
  opponents: {
    description: 'Ruleset open: a policy by name for all other seats, a list in their order, or an object by seat. Ruleset classic: house.',
  },
  reward: {
    ...TEXT,
    enum: ['classic', 'potential'],
    default: 'classic',
    description: 'potential pays in every round, under ruleset open; classic is what the ruleset pays by itself.',
  },
  options: { type: 'object', description: 'Ruleset open: its settings may stand in here instead.' },
};

const SETTINGS = Object.fromEntries(
  PLAYED.flatMap((game) => settingCards(game).map((card) => [card.name, schemaOf(card, rulesetOf(game.ref))])),
);

/** An episode of one's own. */
export const EPISODE_RESET = {
  type: 'object' as const,
  description: `A field that the ruleset does not know is refused by name. ${RULES.join(' ')}`,
  properties: { ...OWN, ...SETTINGS },
  additionalProperties: false,
};

/** Also what needs a server that stores matches. */
export const RESET = {
  ...EPISODE_RESET,
  properties: {
    ...EPISODE_RESET.properties,
    task_type: { ...OWN.task, description: 'Another word for task.' },
    record: { type: 'boolean', description: 'Keeps the episode as a match. Main server only.' },
    match: { ...TEXT, description: 'With seat and token: a seat at a shared table. Main server only; takes no task, seed or settings.' },
    token: { ...TEXT, description: 'With match and seat.' },
  },
};

function rulesetOf({ key }: GameRef): string {
  return keyParts(key).ruleset;
}

function schemaOf({ type, summary, min, max, choices, usual }: SettingCard, ruleset: string): object {
  const byTask = Object.entries(usual).map(([task, value]) => `${task} ${String(value)}`);
  return {
    type,
    ...(choices && { enum: choices }),
    ...(min !== undefined && { minimum: min }),
    ...(max !== undefined && { maximum: max }),
    description: `Ruleset ${ruleset}. ${summary} By default: ${byTask.join(', ')}.`,
  };
}
