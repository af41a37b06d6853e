'use client';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import type { RulesetCard } from '~/api/catalog-words';
import { seatNamesOf } from '~/games/screens';
import { Button } from '~/kit/button';
import { RadioField, SelectField, SliderField, TextField } from '~/kit/field';
import { Panel } from '~/kit/panel';
import { SeatNames } from '~/kit/seat-names';
import { ErrorNote } from '~/kit/states';
import { faultOf } from '~/ui/api-fault';
import { useTRPC } from '~/ui/trpc';
import { useOnce } from '~/ui/use-once';
import { OperatorGate } from '../new-match/operator-gate';
import type { PlayerGroup } from '../players/player-options';
import type { OlderVersions } from '../players/use-players';
import { SeatChoices } from './seat-choices';
import { hasSitters, requestOf, seatCount, type TableDraft, tableWords, whyNotSeed, withTask } from './table-draft';

const JUDGE_WORDS: Record<string, string> = {
  off: 'Nobody pitches.',
  rule: 'Every third round a spare block goes to the best pitch; each claim in it is checked against the facts.',
  llm: 'A language model reads the pitches without names, in both orders, and scores them; where it gives no answer, the rule judge does.',
};

interface Props {
  groups: readonly PlayerGroup[];
  /** Of the registry. */
  people: readonly PlayerGroup[];
  older: OlderVersions;
  ruleset: RulesetCard;
  first: TableDraft;
}

export function TableForm({ groups, people, older, ruleset, first }: Props) {
  const trpc = useTRPC();
  const router = useRouter();
  const [draft, setDraft] = useState(first);
  const create = useMutation(trpc.match.create.mutationOptions({ onSuccess: (card) => router.push(`/table/${card.id}`) }));
  const set = useOnce(create);
  const change = (part: Partial<TableDraft>) => setDraft((before) => ({ ...before, ...part }));
  const seedFault = whyNotSeed(draft.seed);
  const nobody = !hasSitters(draft, people);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (seedFault === null && !nobody) set(requestOf(draft));
  }
  return (
    <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <form id="new-table" noValidate onSubmit={submit} className="min-w-0 space-y-8">
        <RadioField
          label="Task"
          hint="How large the world is."
          name="task"
          columns={2}
          value={draft.task}
          choices={ruleset.tasks.map((task) => ({
            value: task.id,
            title: task.title,
            detail: `${task.summary} ${task.rounds} rounds, ${task.seats}.`,
          }))}
          onValue={(task) => setDraft((before) => withTask(before, task, seatCount(ruleset, task)))}
        />
        <SeatNames naming={seatNamesOf(ruleset.key)}>
          <SeatChoices seats={draft.seats} groups={[...people, ...groups]} older={older} onSeats={(seats) => change({ seats })} />
        </SeatNames>
        <SliderField
          label="Clock"
          hint="How long a round waits for those who have not handed in a turn. You can extend it while it runs."
          value={draft.clockSeconds}
          min={15}
          max={600}
          step={15}
          shown={`${draft.clockSeconds} s a round`}
          onValue={(clockSeconds) => change({ clockSeconds })}
        />
        <RadioField
          label="Judge"
          name="judge"
          columns={2}
          value={draft.judgeMode}
          choices={ruleset.judgeModes.map((mode) => ({ value: mode, title: mode, detail: JUDGE_WORDS[mode] }))}
          onValue={(judgeMode) => change({ judgeMode })}
        />
        <RadioField
          label="Who can join and watch"
          name="private"
          columns={2}
          value={draft.isPrivate ? 'private' : 'public'}
          choices={[
            { value: 'public', title: 'public', detail: 'Everybody who can reach this server. The table is in the list of matches.' },
            {
              value: 'private',
              title: 'private',
              detail: 'Only people with the invitation link, also when the match is over. It is in no list.',
            },
          ]}
          onValue={(value) => change({ isPrivate: value === 'private' })}
        />
        <SelectField
          label="Watchers"
          className="max-w-md"
          hint="They never see what is private. A delay also keeps them from telling a player what just became public."
          value={draft.delayRounds}
          onChange={(event) => change({ delayRounds: Number(event.target.value) })}
        >
          <option value={0}>see the market live</option>
          {[1, 2, 3, 5].map((rounds) => (
            <option key={rounds} value={rounds}>
              see it {rounds === 1 ? 'one round' : `${rounds} rounds`} late
            </option>
          ))}
        </SelectField>
        <TextField
          label="Seed"
          className="max-w-md"
          inputMode="numeric"
          autoComplete="off"
          placeholder="drawn by the server, unknown to everybody"
          hint="Leave it empty for a secret world. If you choose a seed, you could know the whole world before the match. Tables with people are never rated."
          value={draft.seed}
          error={seedFault}
          onChange={(event) => change({ seed: event.target.value })}
        />
      </form>
      <div className="space-y-4 lg:sticky lg:top-6 lg:self-start">
        <OperatorGate what="setting a table" />
        <Panel title="What will be set">
          <p className="min-h-[3lh] text-small">
            {nobody ? 'No seat is free. Free one, or play policies only.' : tableWords(draft, people)}
          </p>
          <Button
            type="submit"
            form="new-table"
            look="primary"
            className="mt-4 w-full"
            disabled={create.isPending || create.isSuccess || nobody || seedFault !== null}
          >
            {create.isPending ? 'Setting the table' : 'Set the table'}
          </Button>
          {create.isError ? (
            <div className="mt-3">
              <ErrorNote title="The table was not set." code={faultOf(create.error).code}>
                {faultOf(create.error).message}
              </ErrorNote>
            </div>
          ) : null}
        </Panel>
      </div>
    </div>
  );
}
