import { type MouseEvent, useCallback } from 'react';
import type { ToldOpenEvent } from '~/games/gpu-market/open/shared/told/told';
import type { OpenMarketView } from '~/games/gpu-market/open/shared/told/view';
import { BoardKeys } from '~/kit/board-keys';
import { DraggableBars } from '../../../../screens/bar-drag';
import { OpenFloor } from '../../match/open-floor';
import { useDesk, useLive } from '../desk-context';
import type { SeenFrame } from '../story';
import { canDrag, wishFor } from './asking';

interface Props {
  frames: readonly SeenFrame[];
  opening: OpenMarketView;
  recent: readonly ToldOpenEvent[];
}

/**
 * The whole market as this seat sees it. A click on another lab's block takes an offer of it or asks for it; on an own block, puts it to work.
 * Blocks can also be dragged to a job or to the turn.
 */
export function MarketFloor({ opening, recent, frames }: Props) {
  const { view, card } = useLive();
  const { observation, locked, open } = useDesk();
  const onClick = ({ target }: MouseEvent) => {
    const name = target instanceof Element ? target.closest('[data-is^="block:"]')?.getAttribute('data-is') : null;
    const wish = name && locked === null ? wishFor(observation, name.slice('block:'.length)) : null;
    if (wish !== null) open(wish);
  };
  const draggable = useCallback((id: string) => locked === null && canDrag(observation, id), [locked, observation]);
  return (
    <>
      {observation.done ? null : (
        <p className="mb-2 px-4 text-ink-2 text-small min-[900px]:px-0">
          Choose a block to take it, ask for it, or put it to work.
          <span className="max-[899px]:hidden"> Or drag it to a job or to your turn.</span>
        </p>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the blocks are buttons, which Enter clicks too */}
      <div onClick={onClick}>
        <DraggableBars.Provider value={draggable}>
          <BoardKeys>
            <OpenFloor
              view={view}
              opening={opening}
              seats={card.seats}
              narrow
              recent={recent}
              frames={frames}
              at={frames.at(-1)?.seq ?? 0}
            />
          </BoardKeys>
        </DraggableBars.Provider>
      </div>
    </>
  );
}
