import { clsx } from 'clsx';
import { naming } from './lighting';
import { type NamedThings, type Piece, piecesOf } from './names';
import { SeatChip } from './seat-chip';

/** A sentence whose labs, blocks and offers are highlighted together with the board. */
export function Sentence({ text, names }: { text: string; names: NamedThings }) {
  let place = 0;
  return piecesOf(text, names).map((piece) => {
    place += 1;
    return typeof piece === 'string' ? piece : <Named key={place} piece={piece} />;
  });
}

function Named({ piece }: { piece: Exclude<Piece, string> }) {
  if (piece.kind === 'seat') {
    return (
      <span {...naming('seat', piece.id)} className="whitespace-nowrap">
        <SeatChip seat={piece.id} named />
      </span>
    );
  }
  return (
    <span
      {...naming(piece.kind, piece.id)}
      className={clsx(
        'underline decoration-line-strong decoration-dotted underline-offset-2',
        piece.label === undefined && 'code whitespace-nowrap',
      )}
    >
      {piece.label ?? piece.text}
    </span>
  );
}
