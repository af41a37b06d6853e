import type { Reading } from '~/contract/game';
import type { GamePack, Stand } from '~/contract/pack';
import type { JsonSchema, PromptFormat } from '~/contract/prompt-format';
import { duel } from './duel';
import { offersGuards } from './guards';
import { BEST_DEAL, books, ledger } from './ledger';
import { offers, readMove } from './rules';
import { trial } from './trial';
import { HIGHEST_PRICE, LOWEST_PRICE, type OffersEvent, type OffersMove, type OffersObservation, type OffersView } from './types';

const SYSTEM = 'Two haggle over the price of one good. Answer with one JSON object, your move.';
const FORMAT = 'offers-format-1';

const NAME_PRICE: JsonSchema = {
  type: 'object',
  properties: { type: { const: 'name_price' }, price: { type: 'integer', minimum: LOWEST_PRICE, maximum: HIGHEST_PRICE } },
  required: ['type', 'price'],
  additionalProperties: false,
};

/** As the game is put to a language model. */
const offersPrompts: readonly PromptFormat<OffersObservation, OffersMove>[] = [
  {
    version: 'offers-1',
    safe: ({ limit }) => ({ type: 'name_price', price: limit }),
    decide: {
      fixed: () => JSON.stringify([SYSTEM, FORMAT]),
      prompt: (seen) => ({ system: SYSTEM, user: userText(seen) }),
      schema: (seen) => ({
        oneOf: [NAME_PRICE, ...[...(mayTake(seen) ? ['take_price'] : []), ...(seen.may_leave ? ['leave_table'] : [])].map(bare)],
      }),
      read,
      say: (_seen, move) => JSON.stringify(move),
    },
  },
];

export const pack: GamePack<OffersObservation, OffersMove, OffersEvent> = {
  rules: offers,
  prompts: offersPrompts,
  guards: offersGuards,
  guardMode: 'all',
  books,
  ledger,
  series: [duel],
  jobs: [BEST_DEAL],
  stand,
  trial,
};

function userText({ seat, limit, round, rounds, standing }: OffersObservation): string {
  const own = seat === 'seller' ? `You sell. The good costs you ${limit}.` : `You buy. The good is worth ${limit} to you.`;
  const price = standing === null ? 'No price is on the table.' : `The ${standing.seat} asks for ${standing.price}.`;
  return `Round ${round + 1} of ${rounds}. ${own} ${price}`;
}

function mayTake({ seat, standing }: OffersObservation): boolean {
  return standing !== null && standing.seat !== seat;
}

function bare(type: string): JsonSchema {
  return { type: 'object', properties: { type: { const: type } }, required: ['type'], additionalProperties: false };
}

function read(seen: OffersObservation, value: unknown): Reading<OffersMove> {
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
