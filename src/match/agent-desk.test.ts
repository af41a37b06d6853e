import { expect, test } from 'vitest';
import { MemoryEventStore } from '~/store/memory-event-store';
import { AgentDesk } from './agent-desk';

const WORDS = { title: 'Mine', summary: '', owner: '', licence: '', plays: ['gpu-market/open'], trusted: true };

test.each([{ name: 'my-script', spec: { kind: 'scripted', policy: 'planner' } as const }])(
  '$spec.kind: nothing is kept that could never be seated or retired',
  async ({ name, spec }) => {
    const { agents: store } = new MemoryEventStore('one');
    const desk = new AgentDesk({ builtIn: [], store, makePlayer: () => Promise.reject(new Error('made')) as never, backends: () => [] });
    expect(await desk.add({ ...WORDS, name, spec })).toMatchObject({
      ok: false,
      code: 'bad_input',
      why: expect.stringContaining('A scripted policy is code') as string,
    });
    expect(await store.list()).toEqual([]);
  },
);

test.each(['all', 'open'])('%s is a word of its own, and no name', async (name) => {
  const { agents: store } = new MemoryEventStore('one');
  const desk = new AgentDesk({ builtIn: [], store, makePlayer: () => Promise.reject(new Error('made')) as never, backends: () => [] });
  const why = `${name} is a reserved word: choose another name.`;
  expect(await desk.add({ ...WORDS, name, spec: { kind: 'person' } })).toEqual({ ok: false, code: 'name_taken', why });
});
