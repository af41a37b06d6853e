/**
 * A match of people and policies, played wildly, with private offers, messages, pledges and pitches; whatever is sent to anybody is
 * kept and searched, round by round, for what that audience may not know yet.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { replay } from '~/contract/game';
import { isOfVersion2 } from '~/games/gpu-market/open/players/policies';
import type { MatchOpened } from '~/games/gpu-market/open/shared/events';
import type { OpenObservation } from '~/games/gpu-market/open/shared/observation';
import { randomAction } from '~/games/gpu-market/open/shared/players/random';
import { openMarket } from '~/games/gpu-market/open/v1/open';
import { randomAction2 } from '~/games/gpu-market/open/v2/players/random';
import { Draws } from '~/lib/random/draws';
import { streamOf } from '~/lib/random/mt19937';
import { type FreshDatabase, freshDatabase } from './support/database';
import { startServer, type TestServer, until } from './support/server';
import { codeOf, look, openTable, Screen } from './support/table';
import { Tap } from './support/tap';

const ROUNDS = 9;
const NAMES: Record<string, string> = { lab_0: 'Ada', lab_1: 'Noor', lab_2: 'Kenji' };
const PEOPLE = Object.keys(NAMES);
const MATCHES = [
  { version: 1, seed: 6_123_456_789_012_345 },
  { version: 2, seed: 7_000_111_222_333_444 },
  { version: 2, seed: 8_222_333_444_555_666 },
];

let fresh: FreshDatabase;
let mandi: TestServer;
beforeAll(async () => {
  fresh = await freshDatabase('embedded');
  mandi = await startServer(fresh, { limits: { creations: 10_000, submits: 10_000, guesses: 10_000 } });
});
afterAll(async () => {
  await mandi.stop();
  await fresh.drop();
});

interface Whisper {
  text: string;
  readers: string[];
}

/** What nobody of this audience may know in this round, as it would stand in a message. */
function forbiddenTo(seat: string | null, opened: MatchOpened, round: number): string[] {
  const { seed } = opened.config;
  const seeds = [String(seed), seed.toString(16), seed.toString(36), `${seed}n`, 'house_drawn', 'order_drawn'];
  const money = opened.labs
    .filter((lab) => lab.lab_id !== seat)
    .flatMap(({ budget_cents }) => [`:${budget_cents},`, `:${budget_cents / 100},`]);
  const jobs = opened.labs.flatMap((lab) => lab.jobs.filter((job) => seat === null || job.arrival_round > round).map((job) => job.job_id));
  const shocks = opened.shocks.filter((shock) => shock.round_index > round);
  const surges = shocks.flatMap((shock) => shock.jobs.map(({ job }) => job.job_id));
  const spots = shocks.flatMap((shock) => shock.blocks.map(({ block }) => block.block_id));
  const grants = opened.grants.filter((grant) => grant.pitch_round > round).map((grant) => grant.block.block_id);
  return [...seeds, ...money, ...[...jobs, ...surges, ...spots, ...grants].map((id) => `"${id}"`), ...shocks.map((shock) => shock.kind)];
}

/** A turn by chance, with things in it that are for some eyes only. */
function turnOf(observation: OpenObservation, draws: Draws, whispers: Whisper[]): object[] {
  const { controlled_lab_id: own, round_index: round, active_coalitions } = observation;
  const other = PEOPLE[(PEOPLE.indexOf(own) + 1) % PEOPLE.length] ?? '';
  function whisper(what: string, readers: string[]): string {
    const text = `${what}-${own}-${round}-${draws.below(1_000_000)}`;
    whispers.push({ text, readers });
    return text;
  }
  const between = [own, other];
  const joined = active_coalitions.find((one) => one.members.includes(own) && one.status === 'active');
  const asked = active_coalitions.find((one) => one.invited?.includes(own));
  return [
    { action_type: 'send_message', target_lab_id: other, message: whisper('note', between) },
    { action_type: 'send_offer', target_lab_id: other, payment: 1 + draws.below(300) / 100, message: whisper('offer', between) },
    asked
      ? { action_type: 'join_coalition', coalition_id: asked.coalition_id, block_ids: [], job_ids: [] }
      : joined
        ? chanceOf(observation, draws)
        : { action_type: 'form_coalition', members: [other], split: 'equal', bond: 0, message: whisper('venture', between) },
    chanceOf(observation, draws),
  ];
}

/** Anything but an end. */
function chanceOf(observation: OpenObservation, draws: Draws): object {
  const legal_actions = observation.legal_actions.filter((one) => one.action_type !== 'finish');
  const seen = { ...observation, legal_actions };
  return isOfVersion2(seen) ? randomAction2(seen, draws) : randomAction(seen, draws);
}

/** What an enemy tries: others' offers, jobs and blocks by name, and endpoints that are not theirs. */
async function pry(tap: Tap, id: string, round: number): Promise<void> {
  const { guest, seat } = tap;
  for (const other of PEOPLE.filter((one) => one !== seat)) {
    expect(await codeOf(look(guest, id, other))).toBe('not_your_seat');
    expect(await codeOf(guest.api.seat.submit.mutate({ id, seat: other, round_index: round, key: 'x', actions: [] }))).toBe(
      'not_your_seat',
    );
  }
  for (const other of PEOPLE.filter((one) => one !== seat))
    expect(await codeOf(guest.api.match.fork.mutate({ id, seq: 1, as: other, seats: {} }))).toBe('not_your_seat');
  await codeOf(guest.api.table.log.query({ id }));
  await codeOf(guest.api.match.explain.query({ id }));
  await codeOf(guest.api.match.fork.mutate({ id, seq: 1, seats: {} }));
  await guest.api.table.get.query({ id });
  await guest.api.match.get.query({ id });
  await guest.api.match.list.query({});
  await guest.api.match.frames.query({ id, limit: 2000 });
  await guest.api.match.events.query({ id, limit: 2000 });
  for (const file of ['events.jsonl', 'transcript.md']) await guest.fetch(`${guest.origin}/api/matches/${id}/${file}`);
}

describe('nothing private leaves, whatever is played', () => {
  it.each(MATCHES)(
    'version $version, seed $seed',
    async ({ version, seed }) => {
      const seats = Object.fromEntries(PEOPLE.map((seat) => [seat, 'open']));
      const others = { lab_3: 'random', lab_4: 'house' };
      const table = {
        version,
        task: 'coalition_market',
        policy: 'planner',
        seed,
        judgeMode: 'rule',
        seats: { ...seats, ...others },
        options: { rounds: ROUNDS },
      };
      const { id, host } = await openTable(mandi, table);
      const crowd = new Tap(mandi.origin, null);
      host.heard = crowd.guest.heard; // who hosts a match and sits nowhere knows no more than who looks on
      const taps = [crowd, ...PEOPLE.map((seat) => new Tap(mandi.origin, seat))];
      const screens = new Map<Tap, Screen[]>();
      for (const tap of taps) {
        if (tap.seat !== null) await tap.guest.api.seat.claim.mutate({ id, seat: tap.seat, name: NAMES[tap.seat] ?? '' });
        const socket = tap.listen(await mandi.connect(tap.guest.headers()));
        socket.emit('lobby', { join: true });
        const views = [new Screen(socket, id)];
        if (tap.seat !== null) views.push(new Screen(socket, id, tap.seat));
        for (const view of views) await view.open();
        screens.set(tap, views);
      }
      const [first] = await mandi.store.read(id, 0, 1);
      const opened = first?.event as MatchOpened;
      for (const tap of taps) expect(tap.found(opened.labs.flatMap((lab) => lab.jobs.map((job) => `"${job.job_id}"`)))).toEqual([]);
      await host.api.table.start.mutate({ id });

      const draws = new Draws(streamOf(seed, [77]), 0);
      const whispers: Whisper[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        await until(
          () => [...screens.values()].flat().every((screen) => screen.view.round_index === round && screen.view.labs.length > 0),
          120_000,
        );
        for (const tap of taps) {
          await pry(tap, id, round);
          const secrets = whispers.filter(({ readers }) => tap.seat === null || !readers.includes(tap.seat)).map(({ text }) => text);
          expect([tap.seat, round, tap.found([...forbiddenTo(tap.seat, opened, round), ...secrets])]).toEqual([tap.seat, round, []]);
          for (const screen of screens.get(tap) ?? []) expect(tap.strangers(screen.view)).toEqual([]);
        }
        if (round === ROUNDS - 1) break;
        for (const { guest, seat } of taps.slice(1)) {
          const { observation } = await look(guest, id, seat ?? '');
          const actions = turnOf(observation, draws, whispers);
          const turn = { id, seat: seat ?? '', round_index: round, key: `${seat}-${round}`, actions };
          expect(await guest.api.seat.submit.mutate(turn)).toMatchObject({ code: 'turn_accepted' });
        }
      }

      // The search would have found it: whom it was for has it; and everybody, once the books are open.
      const stored = (await mandi.store.read(id, 0, 100_000)).map(({ event }) => event);
      const state = replay(openMarket as never, stored as never) as { messages: unknown[]; coalitions: object };
      expect(state.messages.length).toBeGreaterThan(PEOPLE.length * 4);
      expect(Object.keys(state.coalitions).length).toBeGreaterThan(0);
      for (const { text } of taps.slice(1)) expect(text).toContain('"private_notes"');
      for (const { text, readers } of whispers.filter((one) => one.text.startsWith('note')))
        for (const tap of taps)
          expect([text, tap.seat, tap.found([text]).length > 0]).toEqual([text, tap.seat, readers.includes(tap.seat ?? '')]);
      await host.api.table.control.mutate({ id, command: 'abort' });
      await until(() => [...screens.values()].flat().every((screen) => screen.view.seed === seed));
      expect(crowd.found([String(seed), ...whispers.slice(0, 1).map(({ text }) => text)])).toHaveLength(2);
      expect(mandi.logged).toEqual([]);
    },
    480_000,
  );
});
