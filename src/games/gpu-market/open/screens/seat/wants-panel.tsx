'use client';
import { memo } from 'react';
import { Badge } from '~/kit/badge';
import { Button } from '~/kit/button';
import { naming } from '~/kit/lighting';
import { Section } from '~/kit/panel';
import { SeatChip } from '~/kit/seat-chip';
import type { TakenAction } from '../../shared/actions';
import type { WirePromise, WireWant } from '../../shared/observation';
import { explain } from './appraisal-words';
import { bargainOf, newLegal, promiseSentence, wantSentence } from './bargain';
import { useDesk } from './desk-context';
import { InTurn } from './offers-panel';
import { labWord } from './words';
import { Worth } from './worth';

/** What labs want, and what they hold for each other. */
export const WantsPanel = memo(function WantsPanel() {
  const { observation, open, locked, seat } = useDesk();
  const seen = bargainOf(observation);
  if (seen === null) return null;
  const others = seen.wants.filter((want) => want.lab_id !== seat);
  const mine = seen.wants.filter((want) => want.lab_id === seat);
  return (
    <div className="space-y-5">
      <div className="flex flex-wrap items-center gap-3">
        <Button disabled={locked !== null || newLegal(observation, 'post_want') === null} onClick={() => open({ kind: 'want' })}>
          Post a want
        </Button>
        <Button disabled={locked !== null || newLegal(observation, 'make_promise') === null} onClick={() => open({ kind: 'promise' })}>
          Promise blocks
        </Button>
      </div>
      <Wants title="Other labs want" wants={others} empty="No other lab has posted a want." />
      <Wants title="You want" wants={mine} empty="You haven’t posted a want. A want names hours and a price, and any lab can fill it." />
      <Section
        title="Promises"
        note={seen.promises.length === 0 ? 'No lab is holding blocks for you, and you are holding none for others.' : undefined}
      >
        <ul aria-label="Promises" className="grid gap-2 min-[1400px]:grid-cols-2">
          {seen.promises.map((one) => (
            <Promised key={one.promise_id} promise={one} />
          ))}
        </ul>
      </Section>
    </div>
  );
});

function Wants({ title, wants, empty }: { title: string; wants: readonly WireWant[]; empty: string }) {
  return (
    <Section title={title} note={wants.length === 0 ? empty : undefined} aside={<span className="num text-ink-2">{wants.length}</span>}>
      <ul aria-label={title} className="grid gap-2 min-[1400px]:grid-cols-2">
        {wants.map((want) => (
          <Want key={want.want_id} want={want} />
        ))}
      </ul>
    </Section>
  );
}

function Want({ want }: { want: WireWant }) {
  const { observation, open, locked, seat, say } = useDesk();
  const { want_id } = want;
  const own = want.lab_id === seat;
  const name = say(`${own ? 'your' : `${labWord(want.lab_id)}’s`} want ${want_id}`);
  const fills = newLegal(observation, 'fill_want')?.want_ids.includes(want_id) === true;
  return (
    <li {...naming('want', want_id, [`seat:${want.lab_id}`])} className="rounded-md border bg-panel p-2.5 text-small">
      <Head lab={want.lab_id} through={want.expires_round} />
      <p className="mt-1 font-medium">{wantSentence(want, seat)}</p>
      {want.message === '' ? null : <p className="break-words text-ink-2">“{want.message}”</p>}
      <Drafted field="want_id" id={want_id}>
        {own ? (
          <One label={`Withdraw ${name}`} word="Withdraw" action={{ action_type: 'withdraw_want', want_id }} />
        ) : (
          <>
            <Button
              size="small"
              look={fills ? 'primary' : 'plain'}
              aria-label={`Fill ${name}`}
              disabled={!fills || locked !== null}
              onClick={() => open({ kind: 'fill', wantId: want_id })}
            >
              Fill it
            </Button>
            <Button
              size="small"
              aria-label={`Promise blocks for ${name}`}
              disabled={locked !== null || newLegal(observation, 'make_promise') === null}
              onClick={() => open({ kind: 'promise', to: want.lab_id })}
            >
              Promise
            </Button>
            {fills ? null : <span className="text-ink-2">Your free blocks don’t have enough of these hours.</span>}
          </>
        )}
      </Drafted>
    </li>
  );
}

function Promised({ promise }: { promise: WirePromise }) {
  const { observation, appraiser, seat, say } = useDesk();
  const { promise_id, to_lab_id, block_ids, price } = promise;
  const toMe = to_lab_id === seat;
  const takes = newLegal(observation, 'take_promise')?.promise_ids.includes(promise_id) === true;
  const name = say(`${labWord(promise.from_lab_id)}’s promise ${promise_id}`);
  const deal = toMe ? { gets: block_ids, gives: [], money: -price } : { gets: [], gives: block_ids, money: price };
  return (
    <li
      {...naming(
        'promise',
        promise_id,
        block_ids.map((id) => `block:${id}`),
      )}
      className="rounded-md border bg-panel p-2.5 text-small"
    >
      <Head lab={promise.from_lab_id} through={promise.until_round} />
      <p className="mt-1 font-medium">{say(promiseSentence(promise, seat))}</p>
      {promise.message === '' ? null : <p className="break-words text-ink-2">“{promise.message}”</p>}
      {toMe ? <Worth className="mt-1" lead="For you" explained={explain(appraiser.deal(deal), block_ids)} /> : null}
      {toMe ? (
        <Drafted field="promise_id" id={promise_id}>
          {takes ? <One label={`Take ${name}`} word="Take it" primary action={{ action_type: 'take_promise', promise_id }} /> : null}
          <One label={`Decline ${name}`} word="Decline" action={{ action_type: 'decline_promise', promise_id }} />
          {takes ? null : <span className="text-ink-2">You cannot pay for it now.</span>}
        </Drafted>
      ) : (
        <p className="mt-1 text-ink-2">Releasing one of the blocks breaks your promise, and the other lab gets your bond.</p>
      )}
    </li>
  );
}

function Head({ lab, through }: { lab: string; through: number }) {
  return (
    <div className="flex items-center justify-between gap-2">
      <SeatChip seat={lab} />
      <Badge>through round {through}</Badge>
    </div>
  );
}

/** What the draft already does about it, or the possible actions. */
function Drafted({ field, id, children }: { field: 'want_id' | 'promise_id'; id: string; children: React.ReactNode }) {
  const { draft, remove, locked } = useDesk();
  const answered = draft.actions.find(({ action }) => action[field] === id);
  if (answered !== undefined)
    return <InTurn words={answered.action.action_type} onRemove={locked === null ? () => remove(answered.id) : null} />;
  return <div className="mt-2 flex flex-wrap items-center gap-1.5">{children}</div>;
}

function One({ label, word, action, primary = false }: { label: string; word: string; action: TakenAction; primary?: boolean }) {
  const { add, locked } = useDesk();
  return (
    <Button size="small" look={primary ? 'primary' : 'plain'} aria-label={label} disabled={locked !== null} onClick={() => add(action)}>
      {word}
    </Button>
  );
}
