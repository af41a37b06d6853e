'use client';
import { type FormEvent, useState } from 'react';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { SelectField, SliderField, TextField } from '~/kit/field';
import { useSeatNames } from '~/kit/seat-names';
import { ErrorNote } from '~/kit/states';
import type { MatchCard, SeatCard } from '~/live/protocol';
import { faultOf } from '../api-fault';
import { UnlockDialog } from '../match/unlock-dialog';
import { OlderSwitch } from '../players/older-versions';
import { notReadyAmong, type PlayerGroup, playerTitle } from '../players/player-options';
import { NotReady, SeatPlayer } from '../players/player-select';
import { usePlayers } from '../players/use-players';
import { useOnce } from '../use-once';
import { AS_BEFORE, type ForkSeats, FREE, MYSELF, ownSeat, playerBefore, withPlayer } from './fork-draft';
import { useFork } from './use-fork';

interface Props {
  open: boolean;
  onOpen: (open: boolean) => void;
  card: MatchCard;
  /** The event after which the branch begins, and the round in which it happened. */
  at: number;
  round: number;
  /** Of a match that still runs: the seats whose knowledge may be kept. */
  knownTo?: readonly string[];
}

/** Plays a match on with others in its seats: a finished one from the instant that is shown, a running one as one of its seats knows it. */
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
      <Dialog open={open && !unlocking} onOpen={onOpen} title="Play on from here" note={as === null ? finishedNote(round) : RUNNING_NOTE}>
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
              shown={`${clockSeconds} s a round`}
              onValue={setClock}
            />
          ) : null}
          <div className="flex flex-wrap items-center gap-3">
            <Button type="submit" look="primary" disabled={fork.isPending || fork.isSuccess || (sits && name.trim() === '')}>
              {fork.isPending || fork.isSuccess ? 'Branching' : 'Branch and play'}
            </Button>
            {locked ? <Button onClick={() => setUnlocking(true)}>Unlock this browser</Button> : null}
          </div>
          {fault ? (
            <ErrorNote title="The branch was not made." code={fault.code}>
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
  return `The branch keeps everything up to where round ${round} began to wait for turns, and plays from there. Shocks and arrivals stay as they were drawn. It is an exhibition and never rated.`;
}

const RUNNING_NOTE =
  'This match still runs. The branch begins in its present round and keeps what one lab knows; the others’ jobs, money, private offers and pledges, and all shocks and arrivals to come, are drawn anew. When the branch is over, everybody can see what that lab knew.';

function KnownTo({ seats, value, onValue }: { seats: readonly string[]; value: string; onValue: (seat: string) => void }) {
  const { nameOf } = useSeatNames();
  return (
    <SelectField label="Keep what this lab knows" value={value} onChange={(event) => onValue(event.target.value)}>
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
      <legend className="font-medium text-small">Who plays on</legend>
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
              { value: FREE, title: 'free: somebody who comes' },
            ]}
            onValue={(player) => onChosen(withPlayer(chosen, card.seat, player))}
          />
        ))}
      </ul>
      <NotReady players={notReadyAmong(groups, Object.values(chosen))} />
    </fieldset>
  );
}
