/**
 * The attacks on the rank of docs/farming.md, each a rated tournament that is played, and the same field without the attack.
 * `npx tsx bench/rank-attacks.ts [--task single_trade] [--worlds 20] [--season attacks] [--attacks "feeder,late gift"] [--versions 100]`
 */
import type { RatedPlayer } from '../src/tournament/rank/rated-board';
import { ATTACKS, attackedOf, CARTELS, playAttack, SPOILERS, withoutAttack } from './rank-attacks/attacks';
import { playVersions } from './rank-attacks/versions';
import { readOptions } from './read-options';

const { values } = readOptions({
  options: {
    task: { type: 'string', default: 'single_trade' },
    worlds: { type: 'string', default: '20' },
    season: { type: 'string', default: 'attacks' },
    attacks: { type: 'string' },
    versions: { type: 'string', default: '0' },
  },
});

const setting = { task: values.task, worlds: Number(values.worlds), season: values.season };
const all = [...ATTACKS, ...CARTELS, ...SPOILERS];
const asked = values.attacks?.split(',').filter((name) => name !== '') ?? all.map(({ name }) => name);
const unknown = asked.filter((name) => all.every((one) => one.name !== name));
if (unknown.length > 0) throw new Error(`no attack ${unknown.join(', ')}; there is ${all.map(({ name }) => name).join(', ')}`);

console.log(
  '| attack | place by mean score | lead | 95% interval | worlds | unrated by gifts | bound | rank | bound without attack | rank without attack |',
);
console.log('|---|---:|---:|---|---:|---:|---:|---:|---:|---:|');
for (const attack of all.filter(({ name }) => asked.includes(name))) {
  const { row, rank, naive, unrated } = attackedOf(attack.name, await playAttack(attack, setting), values.task);
  const honest = attackedOf(attack.name, await playAttack(withoutAttack(attack), setting), values.task);
  const cells = [attack.name, naive, ...leadOf(row), unrated, boundOf(row), rank ?? '–', boundOf(honest.row), honest.rank ?? '–'];
  console.log(`| ${cells.join(' | ')} |`);
}

const versions = Number(values.versions);
if (versions > 0) {
  const { luckiest, counted, once } = await playVersions(versions, { ...setting, worlds: 4 });
  console.log(`\n${versions} versions: the luckiest alone ${luckiest.toFixed(2)}`);
  for (const [how, row] of Object.entries({ 'counted together': counted, 'registered once': once }))
    console.log(`${how}: lead ${leadOf(row).join(', ')} worlds, bound ${boundOf(row)}`);
}

function leadOf({ rating: { lead } }: RatedPlayer): string[] {
  const interval = lead?.interval?.map((end) => end.toFixed(2)).join(' … ') ?? '–';
  return [lead?.mean.toFixed(2) ?? '–', interval, String(lead?.n ?? 0)];
}

function boundOf({ rating: { bound } }: RatedPlayer): string {
  return bound?.toFixed(2) ?? '–';
}
