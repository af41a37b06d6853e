/** The small model that learned to haggle, at a seat of a real server, and what must be left of its turns. */
import { expect } from 'vitest';
import type { AgentTurn } from '~/agents/agent-turn';
import type { EventStore } from '~/store/event-store';
import { type apiOf, until } from './server';

type Api = ReturnType<typeof apiOf>;

export const MODEL_SEAT = 'seller_0';
export const OTHER_SEAT = 'buyer_0';
const TRAINED = 'sauda';
const PATIENCE = 900_000;

/** The trained model with so much time for a turn, once a worker serves it; answers its name. */
export async function addPatientModel(api: Api, turnSeconds: number): Promise<string> {
  const trained = await until(async () => {
    const cards = await api.agent.list.query({ game: 'bazaar/open' });
    return cards.find(({ agent, ready }) => agent.name === TRAINED && ready);
  }, PATIENCE);
  const spec = { ...trained.agent.spec, turnSeconds };
  return (await api.agent.add.mutate({ name: 'patient-sauda', title: 'Patient Sauda', plays: ['bazaar/open'], spec })).ref;
}

/** An inference worker has a turn in hand. */
export async function isWriting(api: Api): Promise<boolean> {
  const { backends } = await api.inference.state.query();
  return backends.some(({ id, running }) => id === 'workers' && (running ?? 0) > 0);
}

/** Every turn of a finished haggle is in its log once, in order, and so is what is kept of the model's; answers the latter. */
export async function wholeTurns(store: EventStore, id: string): Promise<AgentTurn[]> {
  const stored = await store.read(id);
  expect(await store.get(id)).toMatchObject({ status: 'finished', head: stored.length, fault: null });
  expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, index) => index + 1));
  const taken = stored.flatMap(({ event }) => (event.type === 'turn_taken' && 'seat' in event && 'turn' in event ? [event] : []));
  expect(taken.map(({ seat, turn }) => [seat, turn])).toEqual(taken.map((_, turn) => [turn % 2 === 0 ? MODEL_SEAT : OTHER_SEAT, turn]));
  const turns = await store.agents.turnsOf(id);
  expect(turns.map(({ seat, turn }) => [seat, turn])).toEqual(
    taken.flatMap(({ seat, turn }) => (seat === MODEL_SEAT ? [[seat, turn]] : [])),
  );
  // A fallback says why it played, and nothing else does.
  expect(turns.map(({ fallbackWhy }) => fallbackWhy !== null)).toEqual(turns.map(({ origin }) => origin === 'fallback'));
  return turns;
}
