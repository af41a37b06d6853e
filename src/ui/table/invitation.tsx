'use client';
import { useMutation } from '@tanstack/react-query';
import { Button } from '~/kit/button';
import { CopyButton } from '~/kit/copy-button';
import { Section } from '~/kit/panel';
import type { MatchCard } from '~/live/protocol';
import { faultOf } from '../api-fault';
import { useTRPC } from '../trpc';
import { useOnce } from '../use-once';
import { useOrigin } from '../use-origin';
import { PRIVATE_GUEST_LABELS } from './table-labels';
import { useLogAgain } from './use-log-again';

/** How others join this table: a public one by its address, a private one by the host's link. */
export function Invitation({ card, host }: { card: MatchCard; host: boolean }) {
  if (card.isPrivate) return host ? <PrivateLink id={card.id} /> : <AskTheHost />;
  return <PublicLink card={card} host={host} />;
}

function PublicLink({ card, host }: { card: MatchCard; host: boolean }) {
  const origin = useOrigin();
  const address = `${origin}/matches/${card.id}`;
  return (
    <Section
      title="Invite"
      note={`${
        host
          ? 'Send this page’s address: anyone who opens it can join or watch.'
          : 'Anyone who opens this page’s address can join or watch.'
      }${host ? reachOf(origin) : ''}`}
    >
      <Address address={address} />
    </Section>
  );
}

function AskTheHost() {
  return (
    <Section title="Invite">
      <p className="text-small text-ink-2">{PRIVATE_GUEST_LABELS}</p>
    </Section>
  );
}

function PrivateLink({ id }: { id: string }) {
  const trpc = useTRPC();
  const origin = useOrigin();
  const invitation = useMutation(trpc.table.invitation.mutationOptions(useLogAgain(id)));
  const make = useOnce(invitation);
  return (
    <Section
      title="Invite"
      note={`This table is private and in no list. Anyone with the invitation link can sit down or watch. Without it, only the operator can open the table (without an operator’s token, that is everybody on the server’s machine).${reachOf(origin)}`}
    >
      {invitation.data ? (
        <Address address={`${origin}${invitation.data.path}`} />
      ) : (
        <Button disabled={invitation.isPending} onClick={() => make({ id })}>
          Make an invitation link
        </Button>
      )}
      {invitation.isError ? (
        <p role="alert" className="text-red text-small">
          {faultOf(invitation.error).message}
        </p>
      ) : null}
    </Section>
  );
}

/** Says so where others cannot open the link. */
function reachOf(origin: string): string {
  return /^https?:\/\/(localhost|127\.|\[::1\])/.test(origin)
    ? ' The link works on this computer only; to invite people on other machines, start Mandi with HOST set.'
    : '';
}

function Address({ address }: { address: string }) {
  return (
    <>
      <p className="code break-all rounded-md border bg-sunk px-2.5 py-1.5 text-small">{address}</p>
      <div className="mt-1 -ml-2.5">
        <CopyButton text={address}>Copy the link</CopyButton>
      </div>
    </>
  );
}
