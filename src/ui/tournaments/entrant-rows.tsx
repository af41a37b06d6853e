'use client';
import type { PlanFault } from '~/api/tournament/types';
import { policyWords } from '~/contract/player';
import { Button } from '~/kit/button';
import { SelectField, TextField } from '~/kit/field';
import { Plus, X } from '~/kit/icons';
import { findPlayer, type PlayerGroup } from '../players/player-options';
import { PlayerOptions } from '../players/player-select';
import { type EntrantDraft, faultAt, PERSON, SOMEBODY } from './plan-draft';

interface Props {
  entrants: readonly EntrantDraft[];
  groups: readonly PlayerGroup[];
  /** Registered people. */
  people: readonly PlayerGroup[];
  /** False for rated tournaments, which only allow pinned agents. */
  maySit: boolean;
  faults: readonly PlanFault[];
  onEntrants: (entrants: EntrantDraft[]) => void;
}

/** The entrants: player, name in the standings, and owner. */
export function EntrantRows({ entrants, groups, people, maySit, faults, onEntrants }: Props) {
  const change = (key: number, part: Partial<EntrantDraft>) =>
    onEntrants(entrants.map((entrant) => (entrant.key === key ? { ...entrant, ...part } : entrant)));
  const whole = faults.some(({ path }) => path === 'entrants') ? faultAt(faults, 'entrants') : null;
  function add() {
    const taken = new Set(entrants.map(({ agent }) => agent));
    const free = groups.flatMap(({ options }) => options).find(({ value, control }) => !taken.has(value) && control === undefined);
    const key = 1 + Math.max(-1, ...entrants.map((one) => one.key));
    onEntrants([...entrants, { key, agent: free?.value ?? groups[0]?.options[0]?.value ?? '', name: '', owner: '' }]);
  }
  return (
    <fieldset>
      <legend className="font-medium text-small">Entrants</legend>
      <p className="text-ink-2 text-small">
        The same player may enter twice under two names. Owner is the person or team behind it: in a rated tournament, entrants of one owner
        never share a table.
      </p>
      <ol className="mt-2 space-y-3">
        {entrants.map((entrant, place) => (
          <li
            key={entrant.key}
            className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-2 border-t pt-3 sm:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_minmax(0,1fr)_auto] sm:border-0 sm:pt-0"
          >
            <SelectField
              label={`Entrant ${place + 1}`}
              className="max-sm:col-span-2"
              value={entrant.agent}
              error={faultAt(faults, `entrants.${place}`)}
              onChange={(event) => change(entrant.key, { agent: event.target.value })}
            >
              <PlayerOptions
                groups={maySit || findPlayer(people, entrant.agent) ? [...people, ...groups] : groups}
                others={maySit || entrant.agent === PERSON ? SOMEBODY : []}
              />
            </SelectField>
            <TextField
              label="Name"
              className="max-sm:order-1"
              value={entrant.name}
              placeholder={entrant.agent === PERSON ? 'their name' : policyWords(entrant.agent)}
              maxLength={60}
              autoComplete="off"
              onChange={(event) => change(entrant.key, { name: event.target.value })}
            />
            <TextField
              label="Owner"
              className="max-sm:order-1 max-sm:col-span-2"
              value={entrant.owner}
              maxLength={80}
              autoComplete="off"
              onChange={(event) => change(entrant.key, { owner: event.target.value })}
            />
            <Button
              look="quiet"
              size="icon"
              className="mt-6.5"
              aria-label={`Take entrant ${place + 1} out`}
              onClick={() => onEntrants(entrants.filter(({ key }) => key !== entrant.key))}
            >
              <X size={15} aria-hidden />
            </Button>
          </li>
        ))}
      </ol>
      {whole ? (
        <p role="alert" className="mt-2 text-red text-small">
          {whole}
        </p>
      ) : null}
      <Button size="small" className="mt-3" onClick={add}>
        <Plus size={14} aria-hidden />
        Add an entrant
      </Button>
    </fieldset>
  );
}
