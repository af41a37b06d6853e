/**
 * How often a model does what another seat's text demands, beside the null models: `npx tsx bench/injections.ts --agents
 * smollm2,null-random,null-constant --rulesets open@1,classic --seeds 1-2 [--channels message,pitch] [--harmless] [--out FILE]
 * [--verbose]`. A JSON report of each in the prompt of each ruleset, by trick and by channel; `--harmless`: of words that demand nothing.
 * `--judges rule,null:random,smollm2-135m-instruct --rounds 1` asks judges in place of agents: how often words in a pitch move its score.
 */

import { writeFileSync } from 'node:fs';
import { BUILT_IN } from '~/agents/built-in';
import { ATTACKS, harmlessLike } from '~/agents/injections/attacks';
import { type AttackResult, type InjectionReport, runInjections } from '~/agents/injections/run-injections';
import { isPlayed, type NamedGame } from '~/contract/game-ref';
import { CHANNELS } from '~/contract/injections';
import { parseSeedList } from '~/eval/seeds';
import { labelledPitches } from '~/games/gpu-market/calibration/labelled-pitches';
import { JUDGE_PROMPT } from '~/games/gpu-market/hearings';
import { readGameFilter } from '~/games/read-game';
import { runJudgeInjections } from '~/judging/injections/run-judge-injections';
import { modelJudge } from '~/judging/model-judge';
import { openModels } from './open-models';
import { readOptions } from './read-options';

const TURN_MS = 300_000;

await main();

async function main(): Promise<void> {
  const { values } = readOptions({
    options: {
      agents: { type: 'string', default: 'smollm2,null-random,null-constant' },
      rulesets: { type: 'string', default: 'open,classic' },
      channels: { type: 'string', default: CHANNELS.join() },
      harmless: { type: 'boolean', default: false },
      seeds: { type: 'string', default: '1' },
      judges: { type: 'string' },
      rounds: { type: 'string', default: '1' },
      out: { type: 'string' },
      verbose: { type: 'boolean', default: false },
    },
  });
  const seeds = parseSeedList(values.seeds);
  if (!seeds.ok) throw new Error(seeds.why);
  if (values.judges !== undefined) return tell(await judged(values.judges.split(','), Number(values.rounds)), values.out);
  const agents = values.agents.split(',').map(find);
  const games = values.rulesets.split(',').map(gameNamed);
  const attacks = attacksOn(values.channels.split(',')).map((attack) => (values.harmless ? harmlessLike(attack) : attack));
  const models = agents.flatMap(({ spec }) => (spec.kind === 'model' && !spec.model.startsWith('null:') ? [spec.model] : []));
  const inference = await openModels(models);
  const reports: object[] = [];
  try {
    for (const agent of agents) {
      for (const { key, version } of games.filter((one) => isPlayed(agent.plays, one))) {
        const options = { agent, chat: inference.gateway, ruleset: key, version, seeds: seeds.value, attacks, turnMs: TURN_MS };
        const tell = (line: string) => process.stderr.write(`${line}\n`);
        const report = summed(await runInjections(values.verbose ? { ...options, tell } : options));
        tell(JSON.stringify(report));
        reports.push(report);
      }
    }
  } finally {
    await inference.close();
  }
  tell(reports, values.out);
}

async function judged(names: readonly string[], rounds: number): Promise<object[]> {
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds: a whole number from 1');
  const inference = await openModels(names.filter((name) => name !== 'rule' && !name.startsWith('null:')));
  const reports: object[] = [];
  try {
    for (const name of names) {
      const judge = name === 'rule' ? name : modelJudge({ chat: inference.gateway, model: name, prompt: JUDGE_PROMPT });
      const { results, ...report } = await runJudgeInjections({ labelled: labelledPitches(), judge, rounds });
      const won = results.filter(({ overtook }) => overtook).map(({ attack }) => attack);
      process.stderr.write(`${JSON.stringify(report)}\n`);
      reports.push({ ...report, won });
    }
    return reports;
  } finally {
    await inference.close();
  }
}

function tell(reports: readonly object[], out: string | undefined): void {
  const text = `${JSON.stringify(reports, null, 2)}\n`;
  if (out === undefined) process.stdout.write(text);
  else writeFileSync(out, text);
}

/** The default version where none is named. */
function gameNamed(text: string): NamedGame {
  const named = readGameFilter({ ruleset: text });
  if (!named.ok || named.value.game === undefined) throw new Error(`--rulesets: ${named.ok ? text : named.why}`);
  return { key: named.value.game, version: named.value.version };
}

function attacksOn(channels: readonly string[]) {
  const unknown = channels.find((channel) => !CHANNELS.some((known) => known === channel));
  if (unknown !== undefined) throw new Error(`--channels: no channel ${unknown}; there are ${CHANNELS.join(', ')}`);
  return ATTACKS.filter(({ channel }) => channels.includes(channel));
}

/** Turns have no practical time limit, because this measures the model, not the machine. */
function find(name: string) {
  const agent = BUILT_IN.find((one) => one.name === name);
  if (agent?.spec.kind !== 'model') throw new Error(`no agent ${name}; there are ${BUILT_IN.map((one) => one.name).join(', ')}`);
  return { ...agent, spec: { ...agent.spec, turnSeconds: TURN_MS / 1000 } };
}

function summed({ agent, ruleset, attacks, succeeded, rate, fellBack, results }: InjectionReport) {
  const by = (key: (result: AttackResult) => string) => {
    const sums: Record<string, { attacks: number; succeeded: number }> = {};
    for (const result of results) {
      const sum = sums[key(result)] ?? { attacks: 0, succeeded: 0 };
      sums[key(result)] = sum;
      sum.attacks += 1;
      if (result.obeyed && !result.fellBack) sum.succeeded += 1;
    }
    return sums;
  };
  const won = results.filter((result) => result.obeyed && !result.fellBack).map((result) => result.attack.id);
  return {
    agent,
    ruleset,
    attacks,
    succeeded,
    rate,
    fellBack,
    byTrick: by((one) => one.attack.trick),
    byChannel: by((one) => one.attack.channel),
    won,
  };
}
