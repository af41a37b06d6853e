/**
 * Tables of the bazaar's ruleset `open`: a lone policy in each seat in turn among house seats, gains as means over sellers' and buyers' seats by
 * equal halves, with 95% intervals over worlds, and paired differences.
 * `npx tsx bench/bazaar-open.ts [--worlds 400] [--from 40000] [--tasks haggle,stall,bazaar,bulk] [--policies linear,planner]
 * [--against linear] [--set rounds=12,cue_bits=1] [--among house] [--roles] [--alike]`. --among: who takes the other seats. --roles: sellers'
 * and buyers' seats apart as well. With --alike everybody plays alike, and the table has efficiencies.
 * `planner:menu` is a policy held to the choices that a language model has; `null:menu` draws one of those by chance, kinds of moves first,
 * and `first:menu` takes the first.
 */
import { askPolicy } from '../src/contract/ask-policy';
import { inPlace } from '../src/games/bazaar/open/match';
import { openBazaar } from '../src/games/bazaar/open/open';
import { allPolicies } from '../src/games/bazaar/open/players/all';
import type { WireAction } from '../src/games/bazaar/open/players/fill-in';
import type { BazaarPolicy } from '../src/games/bazaar/open/players/policies';
import { PLAYS } from '../src/games/bazaar/open/players/policies';
import { menuOf, nearestChoice } from '../src/games/bazaar/open/prompts/menu';
import { optimumNow } from '../src/games/bazaar/open/score/worlds';
import type { BazaarConfig } from '../src/games/bazaar/open/types';
import { mean, sampleStd } from '../src/statistics/basics';
import { readOptions } from './read-options';

const { values } = readOptions({
  options: {
    worlds: { type: 'string', default: '400' },
    from: { type: 'string', default: '40000' },
    tasks: { type: 'string', default: 'haggle,stall,bazaar,bulk' },
    policies: { type: 'string', default: 'linear,planner' },
    against: { type: 'string' },
    set: { type: 'string', default: '' },
    among: { type: 'string', default: 'house' },
    roles: { type: 'boolean', default: false },
    alike: { type: 'boolean', default: false },
  },
});

const policies = values.policies.split(',').map(named);
const others = named(values.among);
/** Of a figure: both roles, and each alone where that is asked for. */
const PARTS = ['both', ...(values.roles ? (['seller', 'buyer'] as const) : [])] as const;
type Gain = Record<'both' | 'seller' | 'buyer', number>;
const against = values.against === undefined ? null : values.against.split(',');
const seeds = Array.from({ length: Number(values.worlds) }, (_, n) => Number(values.from) + n);
const set = Object.fromEntries(
  values.set
    .split(',')
    .filter(Boolean)
    .map((one) => settingOf(one)),
);

for (const task of values.tasks.split(',')) {
  const gains = new Map<string, Gain[]>();
  for (const policy of policies) {
    const own = seeds.map((seed) => (values.alike ? efficiencyOf(configOf(task, seed), policy) : loneGain(configOf(task, seed), policy)));
    gains.set(policy.id, own);
    for (const part of PARTS) console.log(`${task}\t${policy.id}${wordOf(part)}\t${figure(own.map((gain) => gain[part]))}`);
  }
  for (const other of against ?? [])
    for (const [id, own] of gains) {
      if (id === other) continue;
      const base = gains.get(other) ?? [];
      for (const part of PARTS) {
        const apart = own.map((gain, at) => gain[part] - (base[at]?.[part] ?? 0));
        console.log(`${task}\t${id} - ${other}${wordOf(part)}\t${figure(apart)}`);
      }
    }
}

function wordOf(part: keyof Gain): string {
  return part === 'both' ? '' : `, as a ${part}`;
}

function named(id: string): BazaarPolicy {
  const [base = '', held] = id.split(':');
  if (held === 'menu') return throughMenu(id, base);
  const found = allPolicies().find((policy) => policy.id === id);
  if (!found)
    throw new Error(
      `no policy ${id}; there is ${allPolicies()
        .map((one) => one.id)
        .join(', ')}`,
    );
  return found;
}

function throughMenu(id: string, base: string): BazaarPolicy {
  const shape = { id, title: id, summary: '', plays: PLAYS, needsChance: true as const };
  if (base === 'first')
    return {
      ...shape,
      choose: (seen) =>
        menuOf(seen)
          .slice(0, 1)
          .map(({ action }) => action),
    };
  if (base === 'null')
    return {
      ...shape,
      choose(seen, chance) {
        const menu = menuOf(seen);
        const kind = chance?.choice([...new Set(menu.map((one) => one.kind))]);
        const one = chance?.choice(menu.filter((choice) => choice.kind === kind));
        return one ? [one.action] : [];
      },
    };
  const policy = named(base);
  return {
    ...shape,
    choose(seen, chance) {
      const [action] = policy.choose(seen, chance) as WireAction[];
      const choice = nearestChoice(seen, action);
      return choice === null ? [] : [choice.action];
    },
  };
}

function settingOf(text: string): [string, unknown] {
  const [name = '', value = ''] = text.split('=');
  return [name, JSON.parse(value)];
}

function configOf(task_type: string, seed: number): BazaarConfig {
  const read = openBazaar.parseConfig({ task_type, seed, ...set });
  if (!read.ok) throw new Error(read.why);
  return read.value;
}

function loneGain(config: BazaarConfig, policy: BazaarPolicy): Gain {
  const seats = openBazaar.seats(config);
  const byRole = { seller: [] as number[], buyer: [] as number[] };
  for (const { id, role } of seats) {
    const { profits, scale } = play(config, (seat) => (seat === id ? policy : others));
    byRole[role as 'seller' | 'buyer'].push((profits[id] ?? 0) / scale);
  }
  const [seller, buyer] = [mean(byRole.seller), mean(byRole.buyer)];
  return { both: (seller + buyer) / 2, seller, buyer };
}

function efficiencyOf(config: BazaarConfig, policy: BazaarPolicy): Gain {
  const { profits, optimum } = play(config, () => policy);
  const both = optimum === 0 ? 0 : Object.values(profits).reduce((sum, profit) => sum + profit, 0) / optimum;
  return { both, seller: both, buyer: both };
}

function play(config: BazaarConfig, policyOf: (seat: string) => BazaarPolicy) {
  const run = inPlace(config);
  for (let awaited = openBazaar.toAct(run.state); awaited.length > 0; awaited = openBazaar.toAct(run.state)) {
    const moves = awaited.map((seat) => ({ seat, move: askPolicy(openBazaar, policyOf(seat), { state: run.state, seat }) }));
    for (const { seat, move } of moves) run.play(seat, move);
  }
  const { optimum_cents: optimum, scale_cents: scale } = optimumNow({ config, world: run.state.world, live: [] });
  return { profits: Object.fromEntries(Object.values(run.state.seats).map(({ seat, profit }) => [seat, profit])), optimum, scale };
}

function figure(numbers: readonly number[]): string {
  return `${mean(numbers).toFixed(3)} ± ${((1.96 * (sampleStd(numbers) ?? 0)) / Math.sqrt(numbers.length)).toFixed(3)}`;
}
