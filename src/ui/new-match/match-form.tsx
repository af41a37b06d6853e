'use client';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type FormEvent, useRef, useState } from 'react';
import type { CatalogOverview, RulesetCard } from '~/api/catalog/types';
import { refText } from '~/contract/game-ref';
import { frontOf } from '~/games/screens';
import { type Choice, RadioField, SliderField } from '~/kit/field';
import type { Visibility } from '~/live/protocol';
import { faultOf } from '~/ui/api-fault';
import { OlderSwitch } from '~/ui/players/older-versions';
import { notReadyAmong, type PlayerGroup, playerTitle } from '~/ui/players/player-options';
import { NotReady } from '~/ui/players/player-select';
import type { OlderVersions } from '~/ui/players/use-players';
import { useTRPC } from '~/ui/trpc';
import { useOnce } from '~/ui/use-once';
import { gameTitle } from '../task-title';
import { type Draft, everyVersion, JUDGE_TITLES, optionsOf, paceLabel, requestOf, seatsOf, withGame } from './draft';
import { MatchSummary } from './match-summary';
import { OperatorGate } from './operator-gate';
import { OptionInputs } from './option-inputs';
import { readSeed } from './read-seed';
import { SeatPolicies } from './seat-policies';
import { SeedField } from './seed-field';

/** Longest pace on the slider; the server allows up to a minute. */
const SLOWEST = 10;

interface Props {
  catalog: CatalogOverview;
  groupsFor: (game: string) => PlayerGroup[];
  older: OlderVersions;
  first: Draft;
}

export function MatchForm({ catalog, groupsFor, older, first }: Props) {
  const trpc = useTRPC();
  const router = useRouter();
  const [draft, setDraft] = useState(first);
  const [seedError, setSeedError] = useState<string | null>(null);
  const seedBox = useRef<HTMLDivElement>(null);
  const create = useMutation(trpc.match.create.mutationOptions({ onSuccess: (card) => router.push(`/matches/${card.id}`) }));
  const createOnce = useOnce(create);
  const cards = everyVersion(catalog);
  const ruleset = cards.find((one) => one.key === draft.game && one.version === draft.version);
  if (!ruleset) return null;
  const task = ruleset.tasks.find((one) => one.id === draft.task);
  const seats = seatsOf(task);
  const groups = groupsFor(ruleset.key);
  function change(part: Partial<Draft>) {
    setDraft((before) => ({ ...before, ...part }));
    if (part.seed !== undefined && (part.seed.trim() !== '' || seedError !== null)) setSeedError(whyNot(part.seed));
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    const seed = readSeed(draft.seed);
    if (!seed.ok) {
      setSeedError(seed.why);
      seedBox.current?.querySelector('input')?.focus();
      return;
    }
    if (!optionsOf(draft, task).ok) return; // the field shows the error
    createOnce(requestOf(draft, task, seed.value));
  }
  return (
    <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <form id="new-match" noValidate onSubmit={submit} className="min-w-0 space-y-8">
        <RadioField
          label="Game"
          name="ruleset"
          columns={2}
          value={refText(ruleset)}
          choices={cards.map((one) => ({
            value: refText(one),
            title: gameTitle(catalog.rulesets.includes(one) ? one.key : refText(one)),
            detail: catalog.rulesets.includes(one) ? frontOf(one.key)?.about : frontOf(one.key)?.versions?.[one.version],
          }))}
          onValue={(chosen) => setDraft(withGame(catalog, draft, cards.find((one) => refText(one) === chosen) ?? ruleset))}
        />
        <RadioField
          label="Task"
          hint="How large the world is."
          name="task"
          columns={ruleset.tasks.length % 2 === 0 ? 2 : 3}
          value={draft.task}
          choices={taskChoices(ruleset)}
          onValue={(task) => change({ task })}
        />
        <div ref={seedBox}>
          <SeedField
            value={draft.seed}
            ranges={catalog.seedRanges}
            error={seedError}
            onValue={(seed) => change({ seed })}
            onLeave={() => setSeedError(whyNot(draft.seed))}
          />
        </div>
        <RadioField
          label="Policy"
          hint={
            seats.length === 0
              ? 'The policy that plays the scored seat. It sees only what this seat may see.'
              : 'The policy for every seat that has no other player below. Each sees only what its seat may see.'
          }
          name="policy"
          columns={2}
          value={draft.policy}
          choices={playerChoices(groups)}
          onValue={(policy) => change({ policy })}
        />
        <OlderSwitch older={older} />
        {seats.length === 0 ? null : (
          <SeatPolicies
            game={ruleset.key}
            seats={seats}
            chosen={draft.seats}
            everywhere={draft.policy}
            groups={groups}
            onChosen={(chosen) => change({ seats: chosen })}
          />
        )}
        <OptionInputs fields={task?.options ?? []} texts={draft.options} onTexts={(options) => change({ options })} />
        <NotReady players={notReadyAmong(groups, [draft.policy, ...Object.values(draft.seats)])} />
        <RadioField
          label="Judge"
          name="judge"
          columns={2}
          value={draft.judgeMode}
          choices={ruleset.judgeModes.map((mode) => ({
            value: mode,
            title: JUDGE_TITLES[mode] ?? mode,
            detail: (seats.length === 0 ? JUDGE_LABELS : OPEN_JUDGE_LABELS)[mode],
          }))}
          onValue={(judgeMode) => change({ judgeMode })}
        />
        <SliderField
          label="Pace"
          hint="How long each round is shown, so that people can follow. The result is the same at any pace."
          value={draft.pace}
          min={0}
          max={SLOWEST}
          step={0.5}
          shown={paceLabel(draft.pace)}
          onValue={(pace) => change({ pace })}
        />
        <RadioField
          label="Visibility"
          name="visibility"
          columns={2}
          value={draft.visibility}
          choices={VISIBILITY_CHOICES}
          onValue={(visibility) => change({ visibility })}
        />
      </form>
      <div className="space-y-4 lg:sticky lg:top-6 lg:self-start">
        <OperatorGate what="starting a match" />
        <MatchSummary
          policy={playerTitle(groups, draft.policy)}
          draft={draft}
          task={task}
          fault={create.isError ? faultOf(create.error) : null}
          busy={create.isPending || create.isSuccess}
        />
      </div>
    </div>
  );
}

const CONTROL_LABELS = { null: 'baseline, unranked', farmer: 'tries to farm the score, unranked', variant: 'variant, unranked' };

const OPEN_JUDGE_LABELS: Record<string, string> = {
  off: 'No pitches are heard.',
  rule: 'In some rounds seats pitch for a prize. A fixed rule decides who gets it, and checks each claim against the facts.',
  llm: 'A language model reads the pitches without names, in both orders, and scores them; if it gives no answer, the rule judge decides.',
};

const JUDGE_LABELS: Record<string, string> = {
  off: 'Pitches are recorded but not scored.',
  rule: 'When the scored seat pitches, a fixed rule scores every pitch of that round and pays a bonus.',
};

const VISIBILITY_CHOICES: Choice<Visibility>[] = [
  { value: 'open', title: 'Open', detail: 'Everything is shown while it runs, including budgets and jobs. Use it for study.' },
  { value: 'public', title: 'Public', detail: 'Jobs, budgets, private offers and the seed stay private until the end.' },
];

function taskChoices(ruleset: RulesetCard): Choice<string>[] {
  return ruleset.tasks.map((task) => ({
    value: task.id,
    title: task.title,
    detail: (
      <>
        {task.summary}
        <span className="mt-1 block">
          {task.rounds} rounds, {task.seats}
        </span>
      </>
    ),
  }));
}

/** A heading for each kind if there are several. */
function playerChoices(groups: readonly PlayerGroup[]): Choice<string>[] {
  return groups.flatMap(({ name, options }) =>
    options.map(({ value, title, summary, control, notReady }) => ({
      value,
      ...(groups.length > 1 && { group: name }),
      title: (
        <>
          {value.includes('@') ? <span className="code">{value}</span> : title}
          {control ? <span className="ml-2 font-normal text-ink-2">{CONTROL_LABELS[control]}</span> : null}
        </>
      ),
      detail: notReady === null ? summary : `Not ready: ${notReady}`,
    })),
  );
}

function whyNot(seed: string): string | null {
  const reading = readSeed(seed);
  return reading.ok ? null : reading.why;
}
