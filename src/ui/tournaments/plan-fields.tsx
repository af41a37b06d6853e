'use client';
import type { CatalogOverview, RulesetCard } from '~/api/catalog/types';
import type { PlanFault } from '~/api/tournament/types';
import { policyWords } from '~/contract/player';
import { RadioField, SelectField, TextField } from '~/kit/field';
import { formatCount } from '~/kit/format';
import { FORMATS, KINDS } from '~/store/tournaments/tournament';
import { JUDGE_TITLES } from '../new-match/draft';
import { OlderSwitch } from '../players/older-versions';
import { notReadyAmong, type PlayerGroup } from '../players/player-options';
import { NotReady, PlayerOptions } from '../players/player-select';
import type { OlderVersions } from '../players/use-players';
import { gameTitle } from '../task-title';
import { CheckList, FieldFault } from './check-list';
import { EntrantRows } from './entrant-rows';
import { faultAt, nullPolicies, type PlanDraft, withRuleset } from './plan-draft';
import { BASELINES, BASELINES_NOTE, FORMAT_LABELS, KIND_LABELS } from './tournament-labels';

interface Props {
  catalog: CatalogOverview;
  groups: readonly PlayerGroup[];
  /** Registered people. */
  people: readonly PlayerGroup[];
  older: OlderVersions;
  draft: PlanDraft;
  faults: readonly PlanFault[];
  onDraft: (draft: PlanDraft) => void;
}

/** The form for a tournament, with errors next to their fields. */
export function PlanFields(props: Props) {
  const { draft, faults, onDraft } = props;
  const change = (part: Partial<PlanDraft>) => onDraft({ ...draft, ...part });
  return (
    <div className="space-y-8">
      <TextField
        label="Name"
        value={draft.name}
        maxLength={80}
        autoComplete="off"
        error={faultAt(faults, 'name')}
        onChange={(event) => change({ name: event.target.value })}
      />
      <div>
        <RadioField
          label="Format"
          name="format"
          columns={2}
          value={draft.format}
          choices={FORMATS.map((value) => ({ value, ...FORMAT_LABELS[value] }))}
          onValue={(format) => change({ format })}
        />
        <FieldFault fault={faultAt(faults, 'format')} />
      </div>
      <Rules {...props} />
      <EntrantRows
        entrants={draft.entrants}
        groups={props.groups}
        people={props.people}
        maySit={draft.kind === 'exhibition'}
        faults={faults}
        onEntrants={(entrants) => change({ entrants })}
      />
      <OlderSwitch older={props.older} />
      <NotReady players={notReadyAmong(props.groups, [...draft.entrants.map(({ agent }) => agent), draft.others])} />
      <Tables {...props} />
      <div>
        <RadioField
          label="Kind"
          name="kind"
          columns={2}
          value={draft.kind}
          choices={KINDS.map((value) => ({ value, ...KIND_LABELS[value] }))}
          onValue={(kind) => change({ kind })}
        />
        <FieldFault fault={faultAt(faults, 'kind')} />
      </div>
      <Worlds {...props} />
      <Limits {...props} />
    </div>
  );
}

function Rules({ catalog, draft, faults, onDraft }: Props) {
  const ruleset = rulesetOf(catalog, draft);
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Game"
          value={draft.ruleset}
          error={faultAt(faults, 'ruleset', 'game')}
          onChange={(event) => onDraft(withRuleset(catalog, draft, event.target.value))}
        >
          {catalog.rulesets.map((one) => (
            <option key={one.key} value={one.key}>
              {gameTitle(one.key)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Judge"
          value={draft.judgeMode}
          error={faultAt(faults, 'judgeMode')}
          onChange={(event) => onDraft({ ...draft, judgeMode: event.target.value })}
        >
          {ruleset?.judgeModes.map((mode) => (
            <option key={mode} value={mode}>
              {JUDGE_TITLES[mode] ?? mode}
            </option>
          ))}
        </SelectField>
      </div>
      <CheckList
        label="Tasks"
        error={faultAt(faults, 'tasks', 'task')}
        choices={ruleset?.tasks.map(({ id, title, rounds }) => ({ value: id, title: `${title}, ${rounds} rounds` })) ?? []}
        chosen={draft.tasks}
        onChosen={(tasks) => onDraft({ ...draft, tasks })}
      />
    </>
  );
}

function Tables({ catalog, groups, draft, faults, onDraft }: Props) {
  const change = (part: Partial<PlanDraft>) => onDraft({ ...draft, ...part });
  const nulls = nullPolicies(catalog, draft.ruleset);
  const hasRounds = draft.format !== 'round_robin' && draft.format !== 'knockout';
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Entrants per match"
          inputMode="numeric"
          value={draft.tableSize}
          placeholder="the format’s default"
          error={faultAt(faults, 'tableSize')}
          onChange={(event) => change({ tableSize: event.target.value })}
        />
        <SelectField
          label="Who fills the other seats"
          value={draft.others}
          error={faultAt(faults, 'others')}
          onChange={(event) => change({ others: event.target.value })}
        >
          <PlayerOptions groups={groups} others={[{ value: '', title: 'the game’s default' }]} />
        </SelectField>
        {hasRounds ? (
          <TextField
            label={draft.format === 'league' ? 'Days' : 'Rounds'}
            inputMode="numeric"
            value={draft.rounds}
            placeholder={draft.format === 'league' ? 'until you end it' : 'as many as needed'}
            error={faultAt(faults, 'rounds')}
            onChange={(event) => change({ rounds: event.target.value })}
          />
        ) : null}
      </div>
      <div>
        <RadioField
          label="Seats"
          name="rotation"
          columns={2}
          value={draft.rotation}
          choices={[
            {
              value: 'full',
              title: 'Rotate seats on each seed',
              detail: 'Each world is played once per seating, so a lucky seat gives nobody a lead.',
            },
            {
              value: 'none',
              title: 'One seating per world',
              detail: 'Seatings alternate from world to world, the same for everyone. Fewer matches.',
            },
          ]}
          onValue={(rotation) => change({ rotation })}
        />
        <FieldFault fault={faultAt(faults, 'rotation')} />
      </div>
      {nulls.length === 0 ? null : (
        <CheckList
          label={BASELINES}
          hint={BASELINES_NOTE}
          error={faultAt(faults, 'nulls')}
          choices={nulls.map((value) => ({ value, title: policyWords(value) }))}
          chosen={draft.nulls}
          onChosen={(chosen) => change({ nulls: chosen })}
        />
      )}
    </>
  );
}

function Worlds({ catalog, draft, faults, onDraft }: Props) {
  const change = (part: Partial<PlanDraft>) => onDraft({ ...draft, ...part });
  const range = catalog.seedRanges.find(({ name }) => name === draft.range);
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <TextField
        label="Seeds per pairing"
        inputMode="numeric"
        value={draft.worlds}
        error={faultAt(faults, 'worlds')}
        onChange={(event) => change({ worlds: event.target.value })}
      />
      {draft.kind === 'rated' ? (
        <p className="text-ink-2 text-small sm:col-span-2 sm:mt-7">
          The worlds are secret. Their season’s key hash is published when the tournament starts, the key itself after it ends.
        </p>
      ) : (
        <>
          <SelectField
            label="Seeds"
            value={draft.range}
            error={draft.range === 'test' ? null : faultAt(faults, 'source.range')}
            onChange={(event) => change({ range: event.target.value as PlanDraft['range'], from: '' })}
          >
            {catalog.seedRanges.map(({ name, first, last }) => (
              <option key={name} value={name}>
                {name}, {formatCount(first)} to {formatCount(last)}
              </option>
            ))}
          </SelectField>
          <TextField
            label="From seed"
            inputMode="numeric"
            value={draft.from}
            placeholder={range ? String(range.first) : ''}
            error={faultAt(faults, 'source')}
            onChange={(event) => change({ from: event.target.value })}
          />
        </>
      )}
    </div>
  );
}

function Limits({ draft, faults, onDraft }: Props) {
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <TextField
        label="Dollar limit"
        inputMode="decimal"
        value={draft.dollars}
        placeholder="no limit"
        error={faultAt(faults, 'limits.dollars')}
        onChange={(event) => onDraft({ ...draft, dollars: event.target.value })}
      />
      <TextField
        label="Token limit"
        inputMode="numeric"
        value={draft.tokens}
        placeholder="no limit"
        error={faultAt(faults, 'limits.tokens')}
        onChange={(event) => onDraft({ ...draft, tokens: event.target.value })}
      />
      <p className="text-ink-2 text-small sm:mt-7">Once a limit is reached, agents play their declared fallback.</p>
    </div>
  );
}

function rulesetOf(catalog: CatalogOverview, { ruleset }: PlanDraft): RulesetCard | undefined {
  return catalog.rulesets.find((one) => one.key === ruleset);
}
