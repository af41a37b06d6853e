import type { EnvCall, EnvTold, EnvTool } from '~/contract/env';
import type { Reading } from '~/contract/game';
import type { GamePack, Stand } from '~/contract/pack';
import type { JsonSchema, PromptFormat, Shown, WriteStage } from '~/contract/prompt-format';
import { duel } from './duel';
import { offersGuards } from './guards';
import { BEST_DEAL, books, ledger } from './ledger';
import { stubbornHaggler, yieldingHaggler } from './players';
import { offers, readMove } from './rules';
import { auditWords, trial } from './trial';
import {
  HIGHEST_PRICE,
  LONGEST_MESSAGE,
  LOWEST_PRICE,
  type NamePrice,
  type OffersEvent,
  type OffersMove,
  type OffersObservation,
  type OffersView,
  type TurnEvent,
} from './types';

const SYSTEM = 'Two haggle over the price of one good. Answer with one JSON object, your move.';
const FORMAT = 'offers-format-1';
const WRITE_SYSTEM =
  'Two haggle over the price of one good. You speak for one of them, who has decided on a price. Answer with one JSON object that holds a message to the other.';

const PRICE = { type: 'integer', minimum: LOWEST_PRICE, maximum: HIGHEST_PRICE };
const NAME_PRICE: JsonSchema = {
  type: 'object',
  properties: { type: { const: 'name_price' }, price: PRICE },
  required: ['type', 'price'],
  additionalProperties: false,
};
const MESSAGE: JsonSchema = {
  type: 'object',
  properties: { message: { type: 'string', minLength: 1, maxLength: LONGEST_MESSAGE } },
  required: ['message'],
  additionalProperties: false,
};

const decide: PromptFormat<OffersObservation, OffersMove>['decide'] = {
  fixed: () => JSON.stringify([SYSTEM, FORMAT]),
  prompt: (seen) => ({ system: SYSTEM, user: userText(seen) }),
  schema: (seen) => ({
    oneOf: [NAME_PRICE, ...[...(mayTake(seen) ? ['take_price'] : []), ...(seen.may_leave ? ['leave_table'] : [])].map(bareSchema)],
  }),
  read: readDecided,
  say: (_seen, move) => JSON.stringify(move),
};

const write: WriteStage<OffersMove> = {
  fixed: () => WRITE_SYSTEM,
  takes: ({ type }) => type === 'name_price',
  bare: withoutWords,
  prompt: (shown, move) => ({ system: WRITE_SYSTEM, user: writeText(shown as Shown<OffersView>, move as NamePrice) }),
  schema: () => MESSAGE,
  read: (_shown, move, value) => readWords(move as NamePrice, value),
  say: (move) => (move.type === 'name_price' && move.message !== undefined ? JSON.stringify({ message: move.message }) : null),
};

const safe = ({ limit }: OffersObservation): OffersMove => ({ type: 'name_price', price: limit });

/** First the move, then the words that go with a price. */
const offersPrompts: readonly PromptFormat<OffersObservation, OffersMove>[] = [
  { version: 'offers-2', safe, decide, write },
  { version: 'offers-1', safe, decide },
];

/** What programs may ask for before and between their matches. */
const BEST_DEAL_CALL: EnvCall = {
  summary: 'The most that a deal could bring both sides together.',
  takes: { type: 'object', properties: { cost: PRICE, value: PRICE }, required: ['cost', 'value'], additionalProperties: false },
  async answer({ cost, value, ...strange }, means) {
    const [stranger] = Object.keys(strange);
    if (stranger !== undefined) return { ok: false, why: `best_deal takes cost and value, not ${stranger.slice(0, 60)}` };
    if (!isPrice(cost) || !isPrice(value))
      return { ok: false, why: `cost and value: whole numbers from ${LOWEST_PRICE} to ${HIGHEST_PRICE}` };
    return { ok: true, value: await means.run(BEST_DEAL, { cost, value }) };
  },
};

const TOOLS = [
  toolOf('name_price', 'Names a price, with a message if you like.', {
    properties: { price: PRICE, message: { type: 'string', minLength: 1, maxLength: LONGEST_MESSAGE } },
    required: ['price'],
  }),
  toolOf('take_price', 'Takes the price of the other seat.', { properties: {}, required: [] }),
  toolOf('leave_table', 'Leaves without a deal.', { properties: {}, required: [] }),
];

const TOLD: EnvTold = { about: 'Two haggle over the price of one good.', move: { oneOf: TOOLS.map(({ move }) => move) }, tools: TOOLS };

export const pack: GamePack<OffersObservation, OffersMove, OffersEvent> = {
  rules: offers,
  players: [yieldingHaggler, stubbornHaggler],
  prompts: offersPrompts,
  guards: offersGuards,
  guardMode: 'all',
  books,
  ledger,
  series: [duel],
  env: { calls: { best_deal: BEST_DEAL_CALL }, told: TOLD },
  jobs: [BEST_DEAL],
  stand,
  trial,
  audit: auditWords,
  lessons: {
    usual: 'yielding_haggler',
    stray: (_seen, draws) => ({ type: 'name_price', price: draws.randint(LOWEST_PRICE, HIGHEST_PRICE) }),
    say: decide.say,
  },
};

function toolOf(
  name: OffersMove['type'],
  description: string,
  { properties, required }: { properties: object; required: readonly string[] },
): EnvTool & { move: object } {
  return {
    name,
    description,
    schema: { type: 'object', properties, required, additionalProperties: false },
    move: {
      type: 'object',
      properties: { type: { const: name }, ...properties },
      required: ['type', ...required],
      additionalProperties: false,
    },
    moveOf: (args) => ({ ...args, type: name }),
  };
}

function isPrice(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= LOWEST_PRICE && value <= HIGHEST_PRICE;
}

function userText({ seat, limit, round, rounds, standing }: OffersObservation): string {
  const own = seat === 'seller' ? `You sell. The good costs you ${limit}.` : `You buy. The good is worth ${limit} to you.`;
  const price = standing === null ? 'No price is on the table.' : `The ${standing.seat} asks for ${standing.price}.`;
  return `Round ${round + 1} of ${rounds}. ${own} ${price}`;
}

function writeText({ seat, names, view: { round, rounds, history } }: Shown<OffersView>, { price }: NamePrice): string {
  const called = (one: string) => names[one] ?? one;
  const said = history.map((event) => JSON.stringify({ seat: called(event.seat), ...toldOf(event) }));
  return [`Round ${round + 1} of ${rounds}. Until now:`, ...said, `You are ${called(seat)}. You name the price ${price}.`].join('\n');
}

/** Text written by others is put in JSON strings, as data. */
function toldOf(event: TurnEvent): object {
  if (event.type === 'price_named') return { price: event.price, ...(event.message !== undefined && { message: event.message }) };
  return { did: event.type };
}

function mayTake({ seat, standing }: OffersObservation): boolean {
  return standing !== null && standing.seat !== seat;
}

function bareSchema(type: string): JsonSchema {
  return { type: 'object', properties: { type: { const: type } }, required: ['type'], additionalProperties: false };
}

function readDecided(seen: OffersObservation, value: unknown): Reading<OffersMove> {
  const move = readMove(value);
  if (move.ok && move.value.type === 'take_price' && !mayTake(seen))
    return { ok: false, why: 'There is no price of the other seat to take.' };
  return move;
}

function stand(view: unknown): Stand {
  const { agreed, standing } = view as OffersView;
  if (agreed !== null) return { lines: [`They have agreed on ${agreed}.`] };
  return { lines: [standing === null ? 'No price is on the table.' : `The ${standing.seat} asks for ${standing.price}.`] };
}

function withoutWords(move: OffersMove): OffersMove {
  return move.type === 'name_price' ? { type: 'name_price', price: move.price } : move;
}

function readWords(move: NamePrice, value: unknown): Reading<OffersMove> {
  const message = typeof value === 'object' && value !== null && 'message' in value ? value.message : null;
  const read = readMove({ ...withoutWords(move), message });
  if (read.ok) return read;
  return { ok: false, why: `A reply has a message of 1 to ${LONGEST_MESSAGE} characters.` };
}
