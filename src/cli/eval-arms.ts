/** `mandi eval --ablate` and `--ladder`: agents asked in several ways, in the same worlds. */
import type { ModelSpec } from '~/agents/agent';
import { promptFor } from '~/agents/prompt-formats';
import type { Reading } from '~/contract/game';
import { refOf } from '~/contract/game-ref';
import { optionText } from '~/contract/options';
import { type Arm, type Arms, cellsOfArms, cellsOfLadder, RUNGS, readArms, readLadder } from '~/eval/arms/arms';
import { type ArmsPlan, armsEpisodes, askedAs, playArms } from '~/eval/arms/play-arms';
import {
  ARMS_WORDS,
  type ArmsReport,
  armsMarkdown,
  CONTRAST_HEADS,
  contrastLines,
  powerWords,
  ROW_HEADS,
  rowLines,
  verdictWords,
} from '~/eval/arms/report';
import type { EvalPlan } from '~/eval/eval-plan';
import { rehearse } from '~/eval/rehearsal';
import { isAgent } from '~/eval/run-eval';
import { seedListText } from '~/eval/seeds';
import { gameFlags } from '~/games/read-game';
import type { AgentsHere } from './agents-here';
import { hearFor, type JournalFlags, openJournalOf } from './eval-journal';
import { CommandFailed, UsageError } from './exits';
import { deliver, refuseUnwritable } from './output';
import { interruptible } from './progress';
import { wordTable } from './text-table';

export interface ArmsFlags extends JournalFlags {
  ablate?: string;
  ladder?: string;
  effect?: string;
  pilot?: string;
  json?: boolean;
  md?: string;
  out?: string;
  dryRun?: boolean;
}

/** The last training seeds, which hardly anybody plays on. */
const PILOT_FROM = 39_900;
const USUAL_PILOT = 8;
const MOST_PILOT = 100;

export async function evaluateArms(flags: ArmsFlags, here: AgentsHere, read: (policies: string) => EvalPlan): Promise<void> {
  const { plan, of } = await planOf(flags, here, read);
  if (flags.dryRun) return deliver(await dryText(plan, of, here), flags.out);
  for (const file of [flags.out, flags.md]) await refuseUnwritable(file);
  const journal = await openJournalOf({ arms: plan }, flags);
  const report = await interruptible({ isAsked: true, episodes: armsEpisodes(plan) }, ({ signal, onProgress, stop }) => {
    const hear = hearFor(flags, stop);
    return playArms(plan, {
      agents: { ...here.forEval, journal, ...(hear && { hear }) },
      signal,
      onProgress,
      onPower: (power) => process.stderr.write(`mandi: ${powerWords(power)}\n`),
      async playerOf(cell) {
        const found = await here.agents.variant(of(cell), askedAs(cell));
        if (found?.agent.spec.kind !== 'model') return null;
        return { player: found.player, turnMs: found.agent.spec.turnSeconds * 1000, spec: found.agent.spec };
      },
    });
  });
  if (flags.md !== undefined) await deliver(armsMarkdown(report), flags.md);
  await deliver(flags.json ? JSON.stringify(report) : textOf(report), flags.out);
  journal.done();
  if (report.isVoid) throw new CommandFailed('the run is void: its prompts are not what they should be');
}

interface Planned {
  plan: ArmsPlan;
  /** By reference, whose settings a cell has. */
  of(cell: ArmsPlan['cells'][number]): string;
}

async function planOf(flags: ArmsFlags, here: AgentsHere, read: (policies: string) => EvalPlan): Promise<Planned> {
  const whole = read('');
  const scripts = whole.policies.filter((policy) => !isAgent(policy));
  const effect = readEffect(flags.effect);
  const pilot = pilotOf(flags.pilot, whole);
  const plan = { eval: { ...whole, policies: scripts }, effect, pilot };
  if (flags.ladder !== undefined) {
    const rungs = valueIn(readLadder(flags.ladder)).map(({ rung, typed }) => ({ rung, ref: read(typed).policies[0] ?? typed }));
    if (whole.policies.some(isAgent)) throw new UsageError('with --ladder, agents are named as rungs; --policies adds scripts');
    const top = rungs.at(-1)?.ref ?? '';
    for (const { ref } of rungs) await modelNamed(here, ref);
    const version = promptFor(refOf(whole), (await modelNamed(here, top)).prompt)?.version;
    if (version === undefined) throw new UsageError(`no model can play ${whole.game} yet`);
    const base: Arm = { name: version, prompt: version, without: [] };
    const absent = RUNGS.filter((rung) => rungs.every((one) => one.rung !== rung));
    const made: ArmsPlan = { ...plan, kind: 'ladder', base, cells: cellsOfLadder(rungs, base), absent, command: '' };
    return { plan: { ...made, command: commandOf(made, flags) }, of: ({ kind, player }) => (kind === 'null' ? top : player) };
  }
  const [ref, ...others] = whole.policies.filter(isAgent);
  if (ref === undefined || others.length > 0)
    throw new UsageError('--ablate asks one agent: name one model in --policies, and scripts if you like');
  const arms: Arms = valueIn(readArms(flags.ablate ?? '', refOf(whole), (await modelNamed(here, ref)).prompt));
  const made: ArmsPlan = { ...plan, kind: 'ablation', base: arms[0], cells: cellsOfArms(arms, ref), absent: [], command: '' };
  return { plan: { ...made, command: commandOf({ ...made, eval: whole }, flags) }, of: () => ref };
}

async function modelNamed(here: AgentsHere, ref: string): Promise<ModelSpec> {
  const spec = (await here.agents.get(ref))?.agent.spec;
  if (spec?.kind !== 'model') throw new UsageError(`${ref} is not a model, and only models get a prompt`);
  if (spec.model.startsWith('null:')) throw new UsageError(`${ref} is a null model: both play in every cell anyway`);
  return spec;
}

function valueIn<T>(read: Reading<T>): T {
  if (!read.ok) throw new UsageError(read.why);
  return read.value;
}

function readEffect(text: string | undefined): number | null {
  if (text === undefined) return null;
  const effect = Number(text);
  if (!(effect > 0) || !Number.isFinite(effect)) throw new UsageError(`--effect: "${text}" is not a number above 0`);
  return effect;
}

function pilotOf(text: string | undefined, { seeds }: EvalPlan): number[] {
  const count = text === undefined ? USUAL_PILOT : Number(text);
  if (!Number.isInteger(count) || count < 0 || count === 1 || count > MOST_PILOT)
    throw new UsageError(`--pilot: "${text}" is neither 0 nor a number of worlds from 2 to ${MOST_PILOT}`);
  const used = new Set(seeds);
  return Array.from({ length: MOST_PILOT }, (_, at) => PILOT_FROM + at)
    .filter((seed) => !used.has(seed))
    .slice(0, count);
}

function commandOf({ eval: plan, pilot, effect }: ArmsPlan, { ablate, ladder }: ArmsFlags): string {
  const policies = plan.policies.length > 0 ? ` --policies ${plan.policies.join(',')}` : '';
  const options = Object.entries(plan.options ?? {}).map(([name, value]) => ` --option ${name}=${optionText(value)}`);
  const judge = plan.judgeMode === 'off' ? '' : ` --judge-mode ${plan.judgeMode}`;
  const asked = ladder === undefined ? ` --ablate ${ablate}` : ` --ladder ${ladder}`;
  const power = `${effect === null ? '' : ` --effect ${effect}`} --pilot ${pilot.length}`;
  const what = `${gameFlags(refOf(plan))}${policies} --tasks ${plan.tasks.join(',')} --seeds ${seedListText(plan.seeds)}`;
  return `npx mandi eval ${what}${options.join('')}${judge}${asked}${power}`;
}

async function dryText(plan: ArmsPlan, of: Planned['of'], here: AgentsHere): Promise<string> {
  const lines: string[][] = [];
  for (const cell of plan.cells.filter(({ kind }) => kind === 'agent')) {
    const found = await here.agents.variant(of(cell), askedAs(cell));
    if (found === null) continue;
    const { turns, callsAtMost, promptTokens } = await rehearse({ ...plan.eval, seeds: [...plan.eval.seeds, ...plan.pilot] }, found.agent);
    lines.push([cell.id, String(turns), String(callsAtMost), promptTokens.toLocaleString('en-US')]);
  }
  const head = `${armsEpisodes(plan)} episodes, including ${plan.pilot.length * plan.eval.tasks.length * lines.length} in the pilot. Nothing was asked and nothing was saved.`;
  return `${head}\n\n${wordTable(['asked', 'turns', 'calls, at most', 'prompt tokens'], lines)}`;
}

function textOf(report: ArmsReport): string {
  return [
    ...verdictWords(report),
    wordTable(CONTRAST_HEADS, contrastLines(report, true)),
    wordTable(CONTRAST_HEADS, contrastLines(report, false)),
    wordTable(ROW_HEADS, rowLines(report)),
    powerWords(report.power),
    ARMS_WORDS,
    report.command,
  ].join('\n\n');
}
