'use client';
import Link from 'next/link';
import type { MeterReading } from '~/api/agent-words';
import { formatCount } from '~/kit/format';
import { Section } from '~/kit/panel';
import { type Column, Table } from '~/kit/table';
import { PlayerLink } from '../players/player-name';
import { isAgentRef } from '../thought/agent-seats';
import { formatDollars, formatDuration } from '../thought/turn-words';

type Account = MeterReading['accounts'][number];

/** Who has spent what, since the start. */
export function Spend({ accounts }: { accounts: MeterReading['accounts'] }) {
  return (
    <Section title="Spend" note="Calls, tokens, time and money by agent, match, tournament and program outside of this server, most first.">
      {accounts.length === 0 ? (
        <p className="text-ink-2 text-small">
          No agent has asked a model yet.{' '}
          <Link href="/agents" className="text-accent underline underline-offset-2">
            Play against one
          </Link>
        </p>
      ) : (
        <Table
          caption="Spend"
          columns={COLUMNS}
          rows={accounts}
          rowKey={({ kind, name }) => `${kind} ${name}`}
          className="max-h-110 overflow-y-auto"
        />
      )}
    </Section>
  );
}

const COLUMNS: Column<Account>[] = [
  { key: 'name', head: 'Account', cell: (one) => <Name account={one} /> },
  { key: 'calls', head: 'Calls', align: 'right', cell: ({ calls }) => formatCount(calls) },
  { key: 'tokens', head: 'Tokens', align: 'right', cell: ({ tokens }) => formatCount(tokens) },
  { key: 'seconds', head: 'Time', align: 'right', cell: ({ seconds }) => formatDuration(seconds * 1000) },
  { key: 'cost', head: 'Money', align: 'right', cell: ({ cost }) => formatDollars(cost) },
];

function Name({ account: { kind, name } }: { account: Account }) {
  if (kind === 'agent' && isAgentRef(name)) return <PlayerLink name={name} />;
  if (kind !== 'match')
    return (
      <span>
        {kind === 'caller' ? 'program' : kind} <span className="code">{name}</span>
      </span>
    );
  return (
    <span>
      match{' '}
      <Link href={`/matches/${name}`} className="code text-accent underline underline-offset-2">
        {name}
      </Link>
    </span>
  );
}
