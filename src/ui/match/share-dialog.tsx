'use client';
import { useState } from 'react';
import { Button, ButtonLink } from '~/kit/button';
import { CopyButton } from '~/kit/copy-button';
import { Dialog } from '~/kit/dialog';
import { ShareSign } from '~/kit/signs';
import type { MatchCard } from '~/live/protocol';
import { matchTitle } from '~/store/match-types';

interface Props {
  card: MatchCard;
  /** The held instant; null: the present or the end. */
  at: number | null;
}

/** A link to this moment, with the preview picture. */
export function ShareButton({ card, at, isSmall = false }: Props & { isSmall?: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)} {...(isSmall && { className: 'max-[899px]:h-7 max-[899px]:px-2.5' })}>
        <ShareSign size={14} aria-hidden /> Share
      </Button>
      <Dialog open={open} onOpen={setOpen} title={at === null ? 'Share this match' : 'Share this moment'} note={noteOf(card, at)}>
        {open ? <Preview card={card} at={at} /> : null}
      </Dialog>
    </>
  );
}

function noteOf(card: MatchCard, at: number | null): string {
  if (card.isPrivate) return 'This table is private: the link opens it only for those who were invited, and its preview shows nothing.';
  return at === null ? 'The link opens the match as it is at that time: live, or at its end.' : `The link opens the match at event ${at}.`;
}

function Preview({ card, at }: Props) {
  const query = at === null ? '' : `?at=${at}`;
  const picture = `/matches/${card.id}/picture${query}`;
  const link = () => new URL(`/matches/${card.id}${query}`, window.location.href).href;
  return (
    <div className="space-y-4">
      {/* biome-ignore lint/performance/noImgElement: made for this match by this server; there is nothing to optimize */}
      <img
        src={picture}
        alt={`Preview of ${matchTitle(card.seats)}`}
        width={1200}
        height={630}
        className="h-auto w-full rounded-md border border-line-strong bg-sunk"
      />
      <div className="flex flex-wrap gap-2">
        <CopyButton text={link} size="normal">
          Copy link
        </CopyButton>
        <ButtonLink href={picture} prefetch={false} download={`mandi-${card.id}.png`}>
          Save picture
        </ButtonLink>
      </div>
    </div>
  );
}
