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
      <SelectField
        label="Game"
        className="sm:w-48"
        value={filters.game ?? ''}
        onChange={(event) => onFilters({ game: event.target.value || null, version: null })}
      >
        <option value="">any</option>
        {gamesOf(filters, catalog).map((game) => (
          <option key={game} value={game}>
            {gameTitle(game)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Status"
        className="sm:w-36"
        value={filters.status ?? ''}
        onChange={(event) => onFilters({ status: readStatus(event.target.value) })}
      >
        <option value="">any</option>
        {Object.entries(STATUS_LABELS).map(([status, words]) => (
          <option key={status} value={status}>
            {words}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Task"
        className="sm:w-48"
        value={filters.task ?? ''}
        onChange={(event) => onFilters({ task: event.target.value || null })}
      >
        <option value="">any</option>
        {[...tasks].map(([id, title]) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Player"
        className="sm:w-56"
        value={filters.policy ?? ''}
        onChange={(event) => onFilters({ policy: event.target.value || null })}
      >
        <PlayerOptions groups={players} others={[ANYBODY, ...unlisted(filters.policy, players)]} />
      </SelectField>
      <SelectField
        label="Played"
        className="sm:w-44"
        value={filters.among ?? ''}
        onChange={(event) => onFilters({ among: readAmong(event.target.value) })}
      >
        <option value="">anywhere</option>
        {Object.entries(AMONG_LABELS).map(([among, words]) => (
          <option key={among} value={among}>
            {words}
          </option>
        ))}
      </SelectField>
      <Button look="quiet" disabled={Object.values(filters).every((one) => one === null)} onClick={() => onFilters(NO_FILTERS)}>
        Clear
      </Button>
    </search>
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
