'use client';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import { roundShown } from '~/games/screens';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { SelectField, SliderField, TextField } from '~/kit/field';
import { useSeatNames } from '~/kit/seat-names';
import { ErrorNote } from '~/kit/states';
import type { MatchCard, SeatCard } from '~/live/protocol';
import { faultOf } from '../api-fault';
import { reopenLiveSocket } from '../live-socket';
import { OlderSwitch } from '../players/older-versions';
import { notReadyAmong, type PlayerGroup, playerTitle } from '../players/player-options';
import { NotReady, SeatPlayer } from '../players/player-select';
import { usePlayers } from '../players/use-players';
import { useTRPC } from '../trpc';
import { UnlockDialog } from '../unlock-dialog';
import { useOnce } from '../use-once';
import { AS_BEFORE, type ForkSeats, FREE, MYSELF, ownSeat, playerBefore, seatsAsked, withPlayer } from './fork-draft';

interface Props {
  open: boolean;
  onOpen: (open: boolean) => void;
  card: MatchCard;
  /** The event after which the fork begins, and its round. */
  at: number;
  round: number;
  /** For a running match: seats whose knowledge may be used. */
  knownTo?: readonly string[];
}

/** Continues a match with other players: a finished one from the shown instant, a running one with the knowledge of one seat. */
export function ForkDialog({ open, onOpen, card, at, round, knownTo = [] }: Props) {
  const players = usePlayers({ enabled: open });
  const fork = useFork();
  const forkOnce = useOnce(fork);
  const [seats, setSeats] = useState<ForkSeats>({});
  const [name, setName] = useState('');
  const [clockSeconds, setClock] = useState(90);
  const [unlocking, setUnlocking] = useState(false);
  const [chosen, setChosen] = useState('');
  const as = knownTo.includes(chosen) ? chosen : (knownTo[0] ?? null);
  const groups = players.groupsFor(card.key);
  const people = Object.values(seats).some((player) => player === FREE || player === MYSELF);
  const sits = ownSeat(seats) !== null;
  const play = () => forkOnce({ id: card.id, seq: at, as, seats, name, clockSeconds });
  function submit(event: FormEvent) {
    event.preventDefault();
    play();
  }
  const fault = fork.error ? faultOf(fork.error) : null;
  const locked = fault?.code === 'operator_needed';
  return (
    <>
      <Dialog
        open={open && !unlocking}
        onOpen={onOpen}
        title="Fork from here"
        note={as === null ? finishedNote(roundShown(card.key, round)) : RUNNING_NOTE}
      >
        <form onSubmit={submit} className="space-y-5">
          {as === null ? null : <KnownTo seats={knownTo} value={as} onValue={setChosen} />}
          <ForkSeatList seats={card.seats} chosen={seats} groups={groups} onChosen={setSeats} />
          <OlderSwitch older={players.older} />
          {sits ? (
            <TextField
              label="Your name"
              required
              maxLength={24}
              autoComplete="nickname"
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          ) : null}
          {people ? (
            <SliderField
              label="Clock"
              value={clockSeconds}
              min={15}
              max={600}
              step={15}
              shown={`${clockSeconds} s per round`}
              onValue={setClock}
            />
          ) : null}
          <div className="flex flex-wrap items-center gap-3">
            <Button type="submit" look="primary" disabled={fork.isPending || fork.isSuccess || (sits && name.trim() === '')}>
              {fork.isPending || fork.isSuccess ? 'Forking…' : 'Fork and play'}
            </Button>
            {locked ? <Button onClick={() => setUnlocking(true)}>Unlock this browser</Button> : null}
          </div>
          {fault ? (
            <ErrorNote title="The fork was not made." code={fault.code}>
              {fault.message}
            </ErrorNote>
          ) : null}
        </form>
      </Dialog>
      <UnlockDialog open={unlocking} onOpen={setUnlocking} onUnlocked={play} />
    </>
  );
}

function finishedNote(round: number): string {
  return `The fork keeps everything up to the turns of round ${round} and continues from there. Shocks and arrivals stay the same. A fork is never rated.`;
}

const RUNNING_NOTE =
  'This match is still running. The fork starts in its current round and keeps only what one seat knows. What the other seats know and everything still to come is drawn again. When the fork is over, everyone can see what that seat knew.';

function KnownTo({ seats, value, onValue }: { seats: readonly string[]; value: string; onValue: (seat: string) => void }) {
  const { nameOf } = useSeatNames();
  return (
    <SelectField label="Keep what this seat knows" value={value} onChange={(event) => onValue(event.target.value)}>
      {seats.map((seat) => (
        <option key={seat} value={seat}>
          {nameOf(seat)}
        </option>
      ))}
    </SelectField>
  );
}

interface SeatListProps {
  seats: readonly SeatCard[];
  chosen: ForkSeats;
  groups: readonly PlayerGroup[];
  onChosen: (seats: ForkSeats) => void;
}

function ForkSeatList({ seats, chosen, groups, onChosen }: SeatListProps) {
  const titleOf = (id: string) => playerTitle(groups, id);
  return (
    <fieldset>
      <legend className="font-medium text-small">Players</legend>
      <ul className="mt-2 mb-2 max-h-[36vh] space-y-2 overflow-y-auto p-0.5">
        {seats.map((card) => (
          <SeatPlayer
            key={card.seat}
            seat={card.seat}
            value={chosen[card.seat] ?? AS_BEFORE}
            groups={groups}
            others={[
              { value: AS_BEFORE, title: playerBefore(card, titleOf) },
              { value: MYSELF, title: 'I play' },
              { value: FREE, title: 'free: anyone who joins' },
            ]}
            onValue={(player) => onChosen(withPlayer(chosen, card.seat, player))}
          />
        ))}
      </ul>
      <NotReady players={notReadyAmong(groups, Object.values(chosen))} />
    </fieldset>
  );
}

interface ForkWish {
  id: string;
  /** The event after which the branch begins. Ignored if a move is replaced. */
  seq?: number;
  replaced?: { turn: number; seat: string; move: unknown };
  /** For a running match: the seat whose knowledge is used. */
  as: string | null;
  seats: ForkSeats;
  name: string;
  clockSeconds: number;
}

/** Creates the branch, claims a seat and starts it as requested, then opens it. Sequential, because each request may set a cookie. */
export function useFork() {
  const trpc = useTRPC();
  const router = useRouter();
  const fork = useMutation(trpc.match.fork.mutationOptions());
  const claim = useMutation(trpc.seat.claim.mutationOptions());
  const start = useMutation(trpc.table.start.mutationOptions());
  return useMutation({
    mutationFn: async ({ id, seq, replaced, as, seats, name, clockSeconds }: ForkWish) => {
      const asked = seatsAsked(seats);
      const people = Object.values(asked).includes(FREE);
      const branch = await fork.mutateAsync({
        id,
        ...(replaced ? { replaced } : { seq }),
        seats: asked,
        ...(as === null ? {} : { as }),
        ...(people ? { clockSeconds } : {}),
      });
      const seat = ownSeat(seats);
      if (seat !== null) {
        await claim.mutateAsync({ id: branch.id, seat, name });
        reopenLiveSocket();
        if (!Object.values(seats).includes(FREE)) await start.mutateAsync({ id: branch.id });
      }
      return branch.id;
    },
    // Shows the caller's seat, the lobby if someone is awaited, or otherwise the match to watch.
    onSuccess: (branch) => router.push(`/matches/${branch}`),
  });
}
