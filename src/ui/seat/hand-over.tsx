'use client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '~/kit/button';
import { CopyButton } from '~/kit/copy-button';
import { Dialog } from '~/kit/dialog';
import { SelectField } from '~/kit/field';
import type { HeldSeat } from '~/store/match-words';
import { faultOf } from '../api-fault';
import { isLive } from '../matches/card-words';
import { OlderSwitch } from '../players/older-versions';
import { PlayerName } from '../players/player-name';
import { findPlayer, notReadyAmong } from '../players/player-options';
import { NotReady, PlayerOptions } from '../players/player-select';
import { usePlayers } from '../players/use-players';
import { useTRPC } from '../trpc';
import { useOnce } from '../use-once';
import { useOrigin } from '../use-origin';
import { useDesk, useLive } from './desk-context';

/** What can be done with the seat itself: a policy plays on for it, it is opened on another device. */
export function SeatMenu() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Seat
      </Button>
      <Dialog open={open} onOpen={setOpen} title="Your seat" note="Step away for a while, or play on another device.">
        <div className="space-y-5">
          <HandOver onDone={() => setOpen(false)} />
          <OtherDevice />
        </div>
      </Dialog>
    </>
  );
}

function HandOver({ onDone }: { onDone: () => void }) {
  const { matchId, seat } = useDesk();
  const { card } = useLive();
  const trpc = useTRPC();
  const players = usePlayers();
  const [policy, setPolicy] = useState('house');
  const handOver = useMutation(trpc.seat.handOver.mutationOptions({ onSuccess: onDone }));
  const handOverOnce = useOnce(handOver);
  const groups = players.groupsFor(card.key).map((group) => ({
    ...group,
    options: group.options.filter(({ control }) => control === undefined || control === 'variant'),
  }));
  return (
    <div className="space-y-2">
      <SelectField
        label="Hand the seat to"
        hint={findPlayer(groups, policy)?.summary}
        value={policy}
        onChange={(event) => setPolicy(event.target.value)}
      >
        <PlayerOptions groups={groups} />
      </SelectField>
      <OlderSwitch older={players.older} />
      <NotReady players={notReadyAmong(groups, [policy])} />
      <p className="text-small text-ink-2">It plays from its own observation of your seat until you take it back.</p>
      <Button disabled={handOver.isPending} onClick={() => handOverOnce({ id: matchId, seat, policy })}>
        Hand over
      </Button>
      {handOver.isError ? (
        <p role="alert" className="text-red text-small">
          {faultOf(handOver.error).message}
        </p>
      ) : null}
    </div>
  );
}

function OtherDevice() {
  const { matchId, seat } = useDesk();
  const trpc = useTRPC();
  const link = useMutation(trpc.seat.deviceLink.mutationOptions());
  const make = useOnce(link);
  const address = `${useOrigin()}${link.data?.path ?? ''}`;
  return (
    <div className="space-y-2 border-t pt-4">
      <h3 className="font-medium text-small">Another device</h3>
      {link.data ? (
        <>
          <p className="code break-all text-small">{address}</p>
          <CopyButton text={address}>Copy the link</CopyButton>
          <p className="text-small text-ink-2">It works once, within ten minutes. Both devices can then play this seat.</p>
        </>
      ) : (
        <Button disabled={link.isPending} onClick={() => make({ id: matchId, seat })}>
          Make a one-time link
        </Button>
      )}
      {link.isError ? (
        <p role="alert" className="text-red text-small">
          {faultOf(link.error).message}
        </p>
      ) : null}
    </div>
  );
}

/** A policy plays: said plainly, with the way back. */
export function StandIn({ held }: { held: HeldSeat }) {
  const { matchId, seat } = useDesk();
  const trpc = useTRPC();
  const takeBack = useMutation(trpc.seat.takeBack.mutationOptions());
  const { view, card } = useLive();
  if (held.policy === null) return null;
  const over = view.finished || !isLive(card);
  return (
    <div role="status" className="flex flex-wrap items-center gap-3 rounded-md border border-amber bg-amber-wash px-3 py-2 text-small">
      <p className="min-w-0 flex-1">
        <PlayerName name={held.policy} />{' '}
        {over ? 'played this seat when the match ended.' : 'plays this seat. You can take it back at any time.'}
      </p>
      {over ? null : (
        <Button size="small" disabled={takeBack.isPending} onClick={() => takeBack.mutate({ id: matchId, seat })}>
          Take the seat back
        </Button>
      )}
      {takeBack.isError ? (
        <p role="alert" className="basis-full text-red">
          {faultOf(takeBack.error).message}
        </p>
      ) : null}
    </div>
  );
}
