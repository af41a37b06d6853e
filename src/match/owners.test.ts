import { describe, expect, it } from 'vitest';
import { MemoryEventStore } from '~/store/memory-event-store';
import { addOwner, confirmAgents, releaseAgent } from './owners';
import type { Services } from './services';

function services(): Pick<Services, 'store' | 'agents'> {
  const get = (ref: string) => Promise.resolve(ref === 'nobody' ? null : { agent: { name: ref }, builtIn: ref === 'smollm2' });
  return { store: new MemoryEventStore('test'), agents: { get } as unknown as Services['agents'] };
}

describe('an owner', () => {
  it.each(['Ada\u200b', '\u0410da', 'A\u00adda', 'ADA', ' Ada ', 'Аdа'])(
    'called %s is refused beside Ada: the names look alike',
    async (name) => {
      const here = services();
      expect(await addOwner(here, 'Ada')).toMatchObject({ ok: true, value: { name: 'Ada', agents: [] } });
      expect(await addOwner(here, name)).toMatchObject({ ok: false, code: 'bad_input' });
    },
  );

  it('has the agents that the operator confirms, and each agent has one owner', async () => {
    const here = services();
    await addOwner(here, 'Ada');
    await addOwner(here, 'Bob');
    expect(await confirmAgents(here, { owner: 'Ada', agents: ['one', 'two'] })).toMatchObject({
      ok: true,
      value: { agents: ['one', 'two'] },
    });
    expect(await confirmAgents(here, { owner: 'bob', agents: ['two'] })).toMatchObject({ ok: true, value: { agents: ['two'] } });
    expect((await here.store.owners.list()).map(({ name, agents }) => [name, agents])).toEqual([
      ['Ada', ['one']],
      ['Bob', ['two']],
    ]);
    expect(await releaseAgent(here, 'two')).toMatchObject({ ok: true });
    expect(await here.store.owners.ofAgent('two')).toBeNull();
  });

  it('is not made up: unknown owners, unknown agents and agents of Mandi are refused', async () => {
    const here = services();
    await addOwner(here, 'Ada');
    expect(await confirmAgents(here, { owner: 'Eve', agents: ['one'] })).toMatchObject({ ok: false, code: 'unknown_owner' });
    expect(await confirmAgents(here, { owner: 'Ada', agents: ['nobody'] })).toMatchObject({ ok: false, code: 'unknown_agent' });
    expect(await confirmAgents(here, { owner: 'Ada', agents: ['smollm2'] })).toMatchObject({ ok: false, code: 'bad_input' });
    expect(await addOwner(here, 'Mandi')).toMatchObject({ ok: false });
  });
});
