// How the inference worker brings turns that write at once into one batch.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Context, Sequence } from '../../workers/inference/bindings';
import { Hall } from '../../workers/inference/hall';
import { InStep } from '../../workers/inference/in-step';
import { shareBatch } from '../../workers/inference/share-batch';

describe('turns in step', () => {
  test('a lone turn never waits', () => {
    const turn = new InStep().member();
    expect([turn.next(), turn.next()]).toEqual([null, null]);
  });

  test('each waits until all have their token, then all go on in one tick', async () => {
    const inStep = new InStep();
    const said: string[] = [];
    const [one, two, three] = [inStep.member(), inStep.member(), inStep.member()];
    void one.next();
    const second = two.next()?.then(() => said.push('two'));
    await tick();
    expect(said).toEqual([]); // the first has not come back with its next token
    const third = three.next()?.then(() => said.push('three'));
    await tick();
    expect(said).toEqual([]);
    const first = one.next()?.then(() => said.push('one'));
    expect(said).toEqual([]);
    await Promise.all([first, second, third]);
    expect(said).toEqual(['two', 'three', 'one']);
  });

  test.each(['before it comes back', 'twice'])('a turn that ends lets the others go (%s)', async (how) => {
    const inStep = new InStep();
    const [one, two, three] = [inStep.member(), inStep.member(), inStep.member()];
    void one.next();
    const second = two.next();
    const third = three.next();
    one.leave();
    if (how === 'twice') one.leave();
    await Promise.all([second, third]);
    const again = two.next();
    expect(again).not.toBe(null); // the third still counts
    three.leave();
    await again;
    expect(two.next()).toBe(null);
  });

  test('a turn that never had a token holds nobody up', () => {
    const inStep = new InStep();
    const [reads, writes] = [inStep.member(), inStep.member()];
    expect(writes.next()).toBe(null);
    reads.leave();
    expect(writes.next()).toBe(null);
  });

  test('any turns, beginning and ending whenever they like: all end, and nobody takes two steps while another waits', async () => {
    const turn = fc.record({ begins: fc.nat(6), tokens: fc.integer({ min: 1, max: 12 }), fails: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 9 }), async (turns) => {
        const inStep = new InStep();
        const waiting = new Map<Played, Set<Played>>();
        const steps = await Promise.all(turns.map((one) => play(inStep, one, waiting)));
        expect(steps).toEqual(turns.map(({ tokens }) => tokens));
      }),
    );
  });

  interface Played {
    begins: number;
    tokens: number;
    fails: boolean;
  }

  /** As `write-turn` does: a token, then the step; however it ends, it leaves. `waiting`: who waits, and who has passed it meanwhile. */
  async function play(inStep: InStep, turn: Played, waiting: Map<Played, Set<Played>>): Promise<number> {
    for (let wait = 0; wait < turn.begins; wait += 1) await tick();
    const member = inStep.member();
    let written = 0;
    try {
      for (;;) {
        written += 1;
        if (written === turn.tokens && turn.fails) throw new CalledOff();
        if (written === turn.tokens) return written;
        waiting.set(turn, new Set());
        await member.next();
        waiting.delete(turn);
        for (const passed of waiting.values()) {
          expect(passed).not.toContain(turn);
          passed.add(turn);
        }
      }
    } catch (error) {
      if (error instanceof CalledOff) return written;
      throw error;
    } finally {
      waiting.delete(turn);
      member.leave();
    }
  }
});

class CalledOff extends Error {}

describe('a batch', () => {
  const waiting = (place: number, length: number) => ({ tokens: Array.from({ length }, () => 1), evaluationPriority: place });
  const sharesOf = (items: ReturnType<typeof waiting>[], size: number) =>
    shareBatch({ items, size }).map(({ item, processAmount }) => [item.evaluationPriority, processAmount]);

  test('lists sequences in their order, whoever asked first', () => {
    expect(sharesOf([waiting(2, 1), waiting(0, 1), waiting(1, 1)], 512).map(([place]) => place)).toEqual([0, 1, 2]);
  });

  test('takes tokens of turns whole, and shares the rest among long prompts', () => {
    expect(sharesOf([waiting(3, 256), waiting(1, 1), waiting(0, 256), waiting(2, 1)], 102)).toEqual([
      [0, 50],
      [1, 1],
      [2, 1],
      [3, 50],
    ]);
  });

  test('is filled as far as there is anything, gives each something, and nobody more than they ask', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 16 }),
        fc.integer({ min: 16, max: 512 }),
        (lengths, size) => {
          const shares = shareBatch({ items: lengths.map((length, place) => waiting(place, length)), size });
          expect(shares.map(({ item }) => item.evaluationPriority)).toEqual(lengths.map((_, place) => place));
          expect(shares.every(({ item, processAmount }) => processAmount >= 1 && processAmount <= item.tokens.length)).toBe(true);
          const asked = lengths.reduce((sum, length) => sum + length, 0);
          expect(shares.reduce((sum, { processAmount }) => sum + processAmount, 0)).toBe(Math.min(size, asked));
        },
      ),
    );
  });
});

describe('places of a hall', () => {
  const prompt = Array.from({ length: 200 }, (_, token) => token);

  test('turns lie side by side: the lowest free place is taken', async () => {
    const hall = hallWith(4);
    const taken = [await hall.take(prompt), await hall.take(prompt), await hall.take(prompt)];
    expect(taken.map(({ index }) => index)).toEqual([0, 1, 2]);
    for (const index of [2, 0]) await hall.giveBack(at(taken, index), false);
    expect((await hall.take(prompt)).index).toBe(0);
  });

  test('a place that remembers the prompt is worth a gap, one that remembers a few tokens more is not', async () => {
    const hall = hallWith(3, [0, 20, 0]);
    expect((await hall.take(prompt)).index).toBe(0);
    const other = hallWith(3, [0, 20, 150]);
    expect((await other.take(prompt)).index).toBe(2);
  });

  test('what broke is forgotten, its place is kept, and whoever waits has it', async () => {
    const hall = hallWith(1, [150]);
    const place = await hall.take(prompt);
    const { sequence } = place;
    const next = hall.take(prompt);
    await hall.giveBack(place, true);
    expect((await next).index).toBe(0);
    expect((await next).sequence).not.toBe(sequence);
    expect(sequence.disposed).toBe(true);
  });

  /** Sequences that remember so many tokens of any prompt; those that replace them nothing. */
  function hallWith(slots: number, remembered: readonly number[] = []): Hall {
    const left = [...remembered];
    const context = { contextSize: 512, getSequence: () => new Remembering(left.shift() ?? 0) as unknown as Sequence };
    return new Hall(context as unknown as Context, slots);
  }
});

class Remembering {
  disposed = false;
  readonly #tokens: number;

  constructor(tokens: number) {
    this.#tokens = tokens;
  }

  compareContextTokens() {
    return { firstDifferentIndex: this.#tokens };
  }

  async dispose(): Promise<void> {
    this.disposed = true;
  }
}

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new Error(`There is no item ${index}.`);
  return item;
}

function tick(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
