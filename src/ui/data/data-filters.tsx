'use client';
import { useQuery } from '@tanstack/react-query';
import type { RulesetCard } from '~/api/catalog/types';
import { refText } from '~/contract/game-ref';
import { benchmarkGame } from '~/games/screens';
import { RadioField, SelectField, TextField } from '~/kit/field';
import { everyVersion } from '~/ui/new-match/draft';
import { usePlayers } from '~/ui/players/use-players';
import { useTRPC } from '~/ui/trpc';
import { gameTitle } from '../task-title';
import { type Draft, FORMATS, faultIn, hasGains, isGame, isPlayedOut, isStudied, type NumberField, OUTCOMES, SPLITS } from './draft';
import { Tick } from './tick';

interface Props {
  draft: Draft;
  onDraft: (part: Partial<Draft>) => void;
}

/** Filters: which matches, which seats, and which format. */
export function DataFilters({ draft, onDraft }: Props) {
  return (
    <div className="space-y-4">
      <RadioField
        label="Format"
        name="format"
        columns={2}
        value={draft.format}
        choices={FORMATS.filter(({ value }) => value !== 'arena-sft' || isGame(draft, benchmarkGame().key))}
        onValue={(format) => onDraft({ format })}
      />
      {draft.format === 'preferences' ? <PairFields draft={draft} onDraft={onDraft} /> : null}
      <div className="grid gap-3 sm:grid-cols-2">
        <MatchFields draft={draft} onDraft={onDraft} />
        <SelectField
          label="Seeds"
          value={draft.split}
          onChange={(event) => onDraft({ split: SPLITS.find(({ value }) => value === event.target.value)?.value ?? 'train' })}
        >
          {SPLITS.filter(({ value }) => value !== 'test' || draft.forAnalysis).map(({ value, words }) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </SelectField>
        <SeatFields draft={draft} onDraft={onDraft} />
      </div>
      <Tick label="Only seats without a refused action" checked={draft.cleanOnly} onTick={(cleanOnly) => onDraft({ cleanOnly })} />
      <Tick
        label="Include tables with people, if everyone there agreed to it. Names are left out."
        checked={draft.withPeople}
        onTick={(withPeople) => onDraft({ withPeople })}
      />
      {isStudied(draft) ? (
        <Tick
          label="For analysis only: the rows may not train an agent. This also allows test seeds."
          checked={draft.forAnalysis}
          onTick={(forAnalysis) => onDraft({ forAnalysis })}
        />
      ) : (
        <Tick
          label="Include turns that the fallback played because an agent gave no usable action."
          checked={draft.withFallbacks}
          onTick={(withFallbacks) => onDraft({ withFallbacks })}
        />
      )}
    </div>
  );
}

function PairFields({ draft, onDraft }: Props) {
  const trpc = useTRPC();
  const rests = useQuery(trpc.data.rests.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }));
  const choice = rests.data?.find(({ game }) => isGame(draft, game));
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <SelectField
        label="Source of pairs"
        value={draft.pairs}
        onChange={(event) => onDraft({ pairs: event.target.value === 'verdicts' ? 'verdicts' : 'playouts' })}
        hint="Actions played out: both actions in the same worlds. Verdicts: the best and the worst pitch of a round."
      >
        <option value="playouts">actions played out</option>
        <option value="verdicts">judges’ verdicts on pitches</option>
      </SelectField>
      {isPlayedOut(draft) ? (
        <SelectField
          label="Policy after the action"
          value={draft.rest}
          onChange={(event) => onDraft({ rest: event.target.value })}
          hint="This policy plays every seat to the end, so only the two actions differ."
        >
          <option value="">the default{choice ? ` (${choice.usual})` : ''}</option>
          {choice?.policies.map(({ id, title }) => (
            <option key={id} value={id}>
              {title} ({id})
            </option>
          ))}
        </SelectField>
      ) : null}
    </div>
  );
}

function MatchFields({ draft, onDraft }: Props) {
  const trpc = useTRPC();
  const catalog = useQuery(trpc.catalog.overview.queryOptions());
  const rulesets = catalog.data ? everyVersion(catalog.data) : [];
  const chosen = gameOf(draft, rulesets);
  return (
    <>
      <SelectField
        label="Game"
        value={chosen ? refText(chosen) : draft.ruleset}
        onChange={(event) => {
          const game = rulesets.find((one) => refText(one) === event.target.value);
          if (game) onDraft({ ruleset: game.key, version: String(game.version), task: '', player: '', rest: '' });
        }}
      >
        {chosen ? null : <option>{draft.ruleset}</option>}
        {rulesets.map((one) => (
          <option key={refText(one)} value={refText(one)}>
            {gameTitle(refText(one))}
          </option>
        ))}
      </SelectField>
      <SelectField label="Task" value={draft.task} onChange={(event) => onDraft({ task: event.target.value })}>
        <option value="">any</option>
        {chosen?.tasks.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Tournament"
        placeholder="any"
        maxLength={64}
        value={draft.tournament}
        onChange={(event) => onDraft({ tournament: event.target.value })}
      />
    </>
  );
}

/** The newest version if the draft names none. */
function gameOf(draft: Draft, rulesets: readonly RulesetCard[]): RulesetCard | undefined {
  const named = rulesets.filter((one) => isGame(draft, one.key) && (draft.version === '' || String(one.version) === draft.version));
  return named.toSorted((a, b) => b.version - a.version)[0];
}

function SeatFields({ draft, onDraft }: Props) {
  const { groupsFor } = usePlayers();
  const trpc = useTRPC();
  const catalog = useQuery(trpc.catalog.overview.queryOptions()).data;
  const rulesets = catalog ? everyVersion(catalog) : [];
  const number = (label: string, field: NumberField, disabled = false) => (
    <TextField
      label={label}
      inputMode="decimal"
      placeholder={disabled ? 'only in ruleset open' : 'any'}
      disabled={disabled}
      value={draft[field]}
      error={faultIn(draft, field)}
      onChange={(event) => onDraft({ [field]: event.target.value })}
    />
  );
  return (
    <>
      <SelectField label="Player" value={draft.player} onChange={(event) => onDraft({ player: event.target.value })}>
        <option value="">any</option>
        {groupsFor(gameOf(draft, rulesets)?.key ?? '').map(({ name, options }) => (
          <optgroup key={name} label={name}>
            {options.map(({ value, title }) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
      <SelectField
        label="Outcome"
        value={draft.outcome}
        onChange={(event) => onDraft({ outcome: OUTCOMES.find(({ value }) => value === event.target.value)?.value ?? '' })}
      >
        <option value="">any</option>
        {OUTCOMES.map(({ value, words }) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </SelectField>
      {number('Score at least', 'minScore')}
      {number('Gain at least', 'minGain', !hasGains(draft))}
      {number('Judge score at least', 'minJudge')}
    </>
  );
}
