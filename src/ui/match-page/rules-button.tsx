'use client';
import Link from 'next/link';
import { useState } from 'react';
import { frontOf } from '~/games/screens';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { Loading } from '~/kit/states';
import type { MatchCard } from '~/live/protocol';
import { useScreens } from '~/ui/use-screens';

/** The words of the game, and the way to its whole rules. */
export function RulesButton({ card }: { card: MatchCard }) {
  const [open, setOpen] = useState(false);
  if (frontOf(card.key) === null) return null;
  return (
    <>
      <Button look="quiet" size="small" aria-expanded={open} onClick={() => setOpen(true)}>
        Rules
      </Button>
      <Dialog open={open} onOpen={setOpen} title="Rules" note={frontOf(card.key)?.about}>
        {open ? <Words card={card} /> : null}
      </Dialog>
    </>
  );
}

function Words({ card: { key, version } }: { card: MatchCard }) {
  const screens = useScreens(key);
  const page = frontOf(key)?.rules?.[version];
  return (
    <div className="space-y-4 text-small">
      {screens === null ? (
        <Loading what="the words of the game" />
      ) : (
        <dl className="space-y-2">
          {screens.glossary.map(({ word, meaning }) => (
            <div key={word}>
              <dt className="font-medium">{word}</dt>
              <dd className="text-ink-2">{meaning}</dd>
            </div>
          ))}
        </dl>
      )}
      {page === undefined ? null : (
        // Beside the match, so that a turn in the making stays where it is.
        <Link href={`/docs/${page}`} target="_blank" className="text-accent underline underline-offset-2">
          All rules, in a new tab
        </Link>
      )}
    </div>
  );
}
