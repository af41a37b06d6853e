'use client';
import type { CatalogOverview } from '~/api/catalog/types';
import { Button } from '~/kit/button';
import { SelectField } from '~/kit/field';
import { findPlayer, type PlayerGroup } from '~/ui/players/player-options';
import { type OtherChoice, PlayerOptions } from '~/ui/players/player-select';
import { gameTitle } from '../task-title';
import { AMONG_LABELS, type Filters, NO_FILTERS, readAmong, readStatus, STATUS_LABELS } from './filters';

interface Props {
  filters: Filters;
  catalog: CatalogOverview | undefined;
  /** Policies and agents of all rulesets. */
  players: readonly PlayerGroup[];
  /** Receives only the changed filters. */
  onFilters: (part: Partial<Filters>) => void;
}

/** Filters for the list, also stored in the address. */
export function MatchFilters({ filters, catalog, players, onFilters }: Props) {
  // Rulesets share task names.
  const tasks = new Map(catalog?.rulesets.flatMap((ruleset) => ruleset.tasks.map(({ id, title }) => [id, title] as const)));
  return (
    <search className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap">
      <Choice
        label="Game"
        className="sm:w-48"
        value={filters.game}
        options={gamesOf(filters, catalog).map((game) => [game, gameTitle(game)])}
        onValue={(game) => onFilters({ game, version: null })}
      />
      <Choice
        label="Status"
        className="sm:w-36"
        value={filters.status}
        options={Object.entries(STATUS_LABELS)}
        onValue={(status) => onFilters({ status: readStatus(status) })}
      />
      <Choice label="Task" className="sm:w-48" value={filters.task} options={[...tasks]} onValue={(task) => onFilters({ task })} />
      <SelectField
        label="Player"
        className="sm:w-56"
        value={filters.policy ?? ''}
        onChange={(event) => onFilters({ policy: event.target.value || null })}
      >
        <PlayerOptions groups={players} others={[ANYBODY, ...unlisted(filters.policy, players)]} />
      </SelectField>
      <Choice
        label="Played"
        className="sm:w-44"
        value={filters.among}
        any="anywhere"
        options={Object.entries(AMONG_LABELS)}
        onValue={(among) => onFilters({ among: readAmong(among) })}
      />
      <Button look="quiet" disabled={Object.values(filters).every((one) => one === null)} onClick={() => onFilters(NO_FILTERS)}>
        Clear
      </Button>
    </search>
  );
}

interface ChoiceProps {
  label: string;
  className: string;
  value: string | null;
  /** The word for no choice. */
  any?: string;
  options: readonly (readonly [value: string, words: string])[];
  onValue: (value: string | null) => void;
}

function Choice({ label, className, value, any = 'any', options, onValue }: ChoiceProps) {
  return (
    <SelectField label={label} className={className} value={value ?? ''} onChange={(event) => onValue(event.target.value || null)}>
      <option value="">{any}</option>
      {options.map(([id, words]) => (
        <option key={id} value={id}>
          {words}
        </option>
      ))}
    </SelectField>
  );
}

/** Includes a game that only the address names. */
function gamesOf({ game }: Filters, catalog: CatalogOverview | undefined): string[] {
  const keys = catalog?.rulesets.map(({ key }) => key) ?? [];
  return [...new Set([...keys, ...(game === null ? [] : [game])])];
}

const ANYBODY: OtherChoice = { value: '', title: 'any' };

/** A player from the address that is not in the list, such as an agent's earlier version. */
function unlisted(player: string | null, groups: readonly PlayerGroup[]): OtherChoice[] {
  return player === null || findPlayer(groups, player) !== null ? [] : [{ value: player, title: player }];
}
