/** In the bazaar two seats of one owner can feed each other, on one side or across: no rated match has them (decision 278, docs/bazaar-open.md). */
import { describe, expect, it } from 'vitest';
import { agentOf, readAgentWords } from '~/agents/agent-spec';
import { BUILT_IN } from '~/agents/built-in';
import { emptyBroadcaster } from '~/live/audience';
import { AgentService } from '~/match/agent-service';
import { drawSeasonMatch, openSeason } from '~/match/rate-match';
import { MemoryEventStore } from '~/store/memory-event-store';
import { noise, planOf, playOut } from '~/tournament/testing/play-out';

const GAME = { game: 'bazaar', ruleset: 'open' };

/** Two owners with two agents each, at tables of two. */
function planned(kind: 'rated' | 'exhibition', format: string) {
  const entrants = ['ada', 'ada', 'bo', 'bo'].map((owner, i) => ({ name: `e${i}`, agent: `agent-${i}`, owner }));
  return planOf({
    ...GAME,
    kind,
    format,
    rounds: format === 'league' ? 2 : null,
    task: 'stall',
    tableSize: 2,
    worlds: 1,
    rotation: 'full',
    entrants,
    nulls: [],
    others: ['house'],
  });
}

describe('two agents of one owner', () => {
  it.each(['round_robin', 'swiss', 'league'])('never share a rated stall, on whichever sides (%s)', (format) => {
    const { fixtures } = playOut(planned('rated', format), noise);
    const ownerOf = (entrant: string) => (entrant === 'e0' || entrant === 'e1' ? 'ada' : 'bo');
    expect(fixtures.length).toBeGreaterThan(0);
    for (const { seats } of fixtures) {
      const owners = seats.flatMap(({ entrant }) => (entrant === null ? [] : [ownerOf(entrant)]));
      expect(new Set(owners).size).toBe(owners.length);
      for (const { entrant, player } of seats) if (entrant === null) expect(player).toBe('house');
    }
  });

  it('may in an exhibition, which moves no rank', () => {
    const { fixtures } = playOut(planned('exhibition', 'round_robin'), noise);
    const pairs = fixtures.map(({ seats }) =>
      seats
        .flatMap(({ entrant }) => entrant ?? [])
        .sort()
        .join(),
    );
    expect(pairs).toContain('e0,e1');
  });

  it('are refused a single rated match, as seller and buyer or as two buyers', async () => {
    const store = new MemoryEventStore('one');
    for (const [name, owner] of [
      ['hers', 'Ada'],
      ['hers-too', ' ada'],
      ['his', 'Bo'],
    ]) {
      const words = readAgentWords({ name, owner, plays: ['bazaar/open'], spec: { kind: 'remote', url: 'https://example.com/' } });
      if (!words.ok) throw new Error(words.why);
      await store.agents.add({ ...words.value, digest: agentOf(words.value, { version: 1, createdAt: '' }).digest, trusted: false });
    }
    const makePlayer = () => ({ choose: () => Promise.reject(new Error('nobody asks')) }) as never;
    const agents = new AgentService({ builtIn: BUILT_IN, store: store.agents, makePlayer, backends: () => [] });
    const services = { store, audience: emptyBroadcaster, agents };
    const { id: season } = await openSeason(services);
    const draw = (seats: Record<string, string>) =>
      drawSeasonMatch(services, { ...GAME, task: 'stall', policy: 'house', season, seats, judgeMode: 'off' });
    expect(await draw({ seller_0: 'hers', buyer_1: 'hers-too' })).toMatchObject({
      ok: false,
      code: 'bad_input',
      why: 'One owner’s agents never share a rated table: hers@1 in seller_0 and hers-too@1 in buyer_1 are both ada’s.',
    });
    expect(await draw({ buyer_0: 'hers', buyer_1: 'hers' })).toMatchObject({ ok: false, code: 'bad_input' });
    expect(await draw({ seller_0: 'hers', buyer_1: 'his' })).toMatchObject({ ok: true });
  });
});
