import { Badge } from '~/kit/badge';
import { Section } from '~/kit/panel';
import { PlayerLink, PlayerName } from '~/kit/player-name';
import { type Column, Table } from '~/kit/table';
import type { Entrant } from '~/store/tournaments/tournament';
import { gameTitle } from '../task-title';
import { None } from './standings-table';

/** The entrants with their pins; the same pin is the same player. */
export function EntrantsTable({ entrants }: { entrants: readonly Entrant[] }) {
  return (
    <Section title="Entrants" note="Pinned at entry: changing any of these would make a different entrant.">
      <Table keepFirst caption="Entrants and their pins" columns={COLUMNS} rows={entrants} rowKey={({ name }) => name} />
    </Section>
  );
}

/** A registered person has a page like any player. */
function Player({ name }: { name: string | null }) {
  return name === null ? 'a person' : <PlayerLink name={name} />;
}

const COLUMNS: Column<Entrant>[] = [
  {
    key: 'name',
    head: 'Entrant',
    cell: ({ name, isNull, left }) => (
      <span className="whitespace-nowrap">
        <PlayerName name={name} className="font-medium" /> {isNull ? <Badge>baseline</Badge> : null}
        {left === null ? null : <Badge>left</Badge>}
      </span>
    ),
  },
  { key: 'player', head: 'Player', cell: ({ player, person }) => <Player name={player ?? person ?? null} /> },
  { key: 'owner', head: 'Owner', cell: ({ owner }) => owner ?? <None /> },
  {
    key: 'ruleset',
    head: 'Game',
    cell: ({ pin }) =>
      pin ? (
        <span className="whitespace-nowrap">
          {gameTitle(pin.ruleset)}, version {pin.rulesetVersion}
        </span>
      ) : (
        <None />
      ),
  },
  { key: 'code', head: 'Code', cell: ({ pin }) => <Hash text={pin?.code ?? null} /> },
  { key: 'digest', head: 'Digest', cell: ({ pin }) => <Hash text={pin?.digest ?? null} /> },
  {
    key: 'model',
    head: 'Model and prompt',
    cell: ({ pin }) =>
      pin?.model ? (
        <>
          <span className="code">{pin.model.name}</span> <Hash text={pin.model.digest} />
          {pin.model.adapter ? <span className="block">adapter {pin.model.adapter}</span> : null}
          {pin.prompt ? (
            <span className="block">
              {pin.prompt.version} <Hash text={pin.prompt.hash} />
            </span>
          ) : null}
        </>
      ) : (
        <None />
      ),
  },
];

const SHOWN = 14;

/** A shortened hash; the full text on hover. */
export function Hash({ text }: { text: string | null }) {
  if (text === null) return <None />;
  return (
    <span className="code whitespace-nowrap text-ink-2" title={text}>
      {text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}
    </span>
  );
}
