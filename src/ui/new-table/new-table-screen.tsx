'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useRouter, useSearchParams } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import type { RulesetCard } from '~/api/catalog/types';
import type { GameKey } from '~/contract/game-ref';
import { frontOf, seatNamesOf } from '~/games/screens';
import { Button } from '~/kit/button';
import { RadioField, SelectField, SliderField, TextField } from '~/kit/field';
import { Page } from '~/kit/page';
import { Panel } from '~/kit/panel';
import { SeatNames } from '~/kit/seat-names';
import { ErrorNote, Loading, Skeleton } from '~/kit/states';
import { faultOf } from '~/ui/api-fault';
import { FailedQuery } from '~/ui/query-states';
import { useTRPC } from '~/ui/trpc';
import { useOnce } from '~/ui/use-once';
import { everyVersion, JUDGE_TITLES } from '../new-match/draft';
import { OperatorGate } from '../new-match/operator-gate';
import { titleOf } from '../play/play-screen';
import { OlderSwitch } from '../players/older-versions';
import { notReadyAmong, type PlayerGroup } from '../players/player-options';
import { NotReady, SeatPlayer } from '../players/player-select';
import { type OlderVersions, usePlayers } from '../players/use-players';
import {
  clockLabel,
  FREE,
  firstTableDraft,
  hasSitters,
  requestOf,
  seatCount,
  seatIds,
  type TableDraft,
  tableLabel,
  tableRuleset,
  tableRulesets,
  whyNotSeed,
  withPerson,
  withTask,
} from './table-draft';

export function NewTableScreen() {
  const trpc = useTRPC();
  const catalog = useQuery(trpc.catalog.overview.queryOptions());
  const players = usePlayers();
  const asked = useSearchParams();
  const invited = asked.get('person');
  const [game, setGame] = useState(asked.get('game'));
  const usual = catalog.data ? tableRuleset(catalog.data, game) : null;
  const games = catalog.data ? tableRulesets(catalog.data) : [];
  const titleIn = (one: RulesetCard) => (catalog.data ? titleOf(one, catalog.data, games) : one.key);
  const versions = catalog.data ? everyVersion(catalog.data).filter(({ key }) => key === usual?.key) : [];
  const [version, setVersion] = useState(asked.get('version'));
  const ruleset = versions.find((one) => String(one.version) === version) ?? usual;
  return (
    <Page title="Play with friends" lead="You get a link to send. Start the match when everyone is here; bots can take the other seats.">
      {catalog.isPending || !players.settled ? (
        <Loading what="the catalogue">
          <Skeleton className="h-[50rem] w-full" />
        </Loading>
      ) : null}
      {catalog.isError ? <FailedQuery what="the catalogue" error={catalog.error} retry={catalog.refetch} /> : null}
      {ruleset && games.length > 1 ? (
        <div className="mb-8 lg:pr-[23rem]">
          <RadioField
            label="Game"
            name="game"
            columns={2}
            value={ruleset.key}
            choices={games.map((one) => ({ value: one.key, title: titleIn(one), detail: frontOf(one.key)?.about }))}
            onValue={(key) => {
              setGame(key);
              setVersion(null);
            }}
          />
          <OwnPages gameKey={ruleset.key} />
        </div>
      ) : null}
      {ruleset && versions.length > 1 ? (
        <div className="mb-8 lg:pr-[23rem]">
          <RadioField
            label="Rules"
            name="version"
            columns={2}
            value={String(ruleset.version)}
            choices={versions.map((one) => ({
              value: String(one.version),
              title: `Version ${one.version}`,
              detail: frontOf(one.key)?.versions?.[one.version],
            }))}
            onValue={setVersion}
          />
        </div>
      ) : null}
      {ruleset && players.settled ? (
        <TableForm
          key={`${ruleset.key} ${ruleset.version}`}
          groups={players.groupsFor(ruleset.key)}
          people={players.peopleFor(ruleset.key)}
          older={players.older}
          ruleset={ruleset}
          first={withPerson(firstTableDraft(ruleset), players.peopleFor(ruleset.key), invited)}
        />
      ) : null}
      {catalog.data && !ruleset ? <ErrorNote title="People can't play any game on this server." /> : null}
    </Page>
  );
}

/** A game's other offers for two people, such as a duel. */
function OwnPages({ gameKey }: { gameKey: GameKey }) {
  const pages = frontOf(gameKey)?.pages ?? [];
  if (pages.length === 0) return null;
  return (
    <p className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-small">
      Also in this game:
      {pages.map(({ path, title }) => (
        <Link key={path} href={`/g/${gameKey}/${path}`} className="text-accent underline underline-offset-2">
          {title}
        </Link>
      ))}
    </p>
  );
}

const JUDGE_LABELS: Record<string, string> = {
  off: 'Nobody pitches.',
  rule: 'In some rounds seats pitch for a prize. A fixed rule decides who gets it, and checks each claim against the facts.',
  llm: 'A language model reads the pitches without names, in both orders, and scores them; if it gives no answer, the rule judge decides.',
};

interface Props {
  groups: readonly PlayerGroup[];
  /** Registered people. */
  people: readonly PlayerGroup[];
  older: OlderVersions;
  ruleset: RulesetCard;
  first: TableDraft;
}

function TableForm({ groups, people, older, ruleset, first }: Props) {
  const trpc = useTRPC();
  const router = useRouter();
  const [draft, setDraft] = useState(first);
  const create = useMutation(trpc.match.create.mutationOptions({ onSuccess: (card) => router.push(`/matches/${card.id}`) }));
  const set = useOnce(create);
  const change = (part: Partial<TableDraft>) => setDraft((before) => ({ ...before, ...part }));
  const seedFault = whyNotSeed(draft.seed);
  const nobody = !hasSitters(draft, people);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (seedFault === null && !nobody) set(requestOf(draft, ruleset));
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
          <SeatChoices
            ids={seatIds(ruleset, draft.task)}
            seats={draft.seats}
            groups={[...people, ...groups]}
            older={older}
            onSeats={(seats) => change({ seats })}
          />
        </SeatNames>
        <SliderField
          label="Clock"
          hint="How long each turn lasts for those who haven't submitted. You can extend it while it runs."
          value={draft.clockSeconds}
          min={15}
          max={600}
          step={15}
          shown={`${clockLabel(draft.clockSeconds)} per turn`}
          onValue={(clockSeconds) => change({ clockSeconds })}
        />
        <RadioField
          label="Judge"
          name="judge"
          columns={2}
          value={draft.judgeMode}
          choices={ruleset.judgeModes.map((mode) => ({ value: mode, title: JUDGE_TITLES[mode] ?? mode, detail: JUDGE_LABELS[mode] }))}
          onValue={(judgeMode) => change({ judgeMode })}
        />
        <RadioField
          label="Who can join and watch"
          name="private"
          columns={2}
          value={draft.isPrivate ? 'private' : 'public'}
          choices={[
            { value: 'public', title: 'Public', detail: 'Everyone who can reach this server. The table is listed under Watch.' },
            {
              value: 'private',
              title: 'Private',
              detail: 'Only people with the invitation link, even after the match. The table is not listed.',
            },
          ]}
          onValue={(value) => change({ isPrivate: value === 'private' })}
        />
        <SelectField
          label="Watchers"
          className="max-w-md"
          hint="Watchers never see private information. With a delay, they also cannot tell players what has just happened."
          value={draft.delayRounds}
          onChange={(event) => change({ delayRounds: Number(event.target.value) })}
        >
          <option value={0}>see the match live</option>
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
          hint="Leave it empty for a secret world. If you choose the seed, you could know the whole world before the match. Tables with people are never rated."
          value={draft.seed}
          error={seedFault}
          onChange={(event) => change({ seed: event.target.value })}
        />
      </form>
      <div className="space-y-4 lg:sticky lg:top-6 lg:self-start">
        <OperatorGate what="creating a table" />
        <Panel title="Table settings">
          <p className="min-h-[3lh] text-small">
            {nobody ? 'No seat is free. Free one, or set up a match of bots only.' : tableLabel(draft, people)}
          </p>
          <Button
            type="submit"
            form="new-table"
            look="primary"
            className="mt-4 w-full"
            disabled={create.isPending || create.isSuccess || nobody || seedFault !== null}
          >
            {create.isPending ? 'Creating…' : 'Create the table'}
          </Button>
          {create.isError ? (
            <div className="mt-3">
              <ErrorNote title="The table was not created." code={faultOf(create.error).code}>
                {faultOf(create.error).message}
              </ErrorNote>
            </div>
          ) : null}
        </Panel>
      </div>
    </div>
  );
}

interface SeatChoicesProps {
  /** Seat ids, in the order of `seats`. */
  ids: readonly string[];
  seats: readonly string[];
  groups: readonly PlayerGroup[];
  older: OlderVersions;
  onSeats: (seats: string[]) => void;
}

/** Who plays each lab: a person, or a policy or agent. */
function SeatChoices({ ids, seats, groups, older, onSeats }: SeatChoicesProps) {
  const set = (index: number, player: string) => onSeats(seats.map((one, at) => (at === index ? player : one)));
  return (
    <fieldset>
      <legend className="font-medium text-small">Seats</legend>
      <p className="text-small text-ink-2">
        People and programs can take free seats. House bots take those that are still free when you start. You can keep a seat for a
        registered person, who opens it with a link from you.
      </p>
      <div className="mt-2 flex gap-1.5">
        <Button size="small" onClick={() => onSeats(seats.map(() => FREE))}>
          All free
        </Button>
        <Button size="small" onClick={() => onSeats(seats.map((_, index) => (index === 0 ? FREE : 'house')))}>
          One free
        </Button>
      </div>
      <ul className="mt-2 mb-2 grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {seats.map((player, index) => (
          <SeatPlayer
            key={ids[index]}
            seat={ids[index] ?? ''}
            value={player}
            groups={groups}
            others={[{ value: FREE, title: 'free: anyone who joins' }]}
            onValue={(chosen) => set(index, chosen)}
          />
        ))}
      </ul>
      <OlderSwitch older={older} />
      <NotReady players={notReadyAmong(groups, seats)} />
    </fieldset>
  );
}
