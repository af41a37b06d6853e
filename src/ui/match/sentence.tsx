import { SeatChip } from '~/kit/seat-chip';
import { naming } from './lighting';
import { type Piece, piecesOf, type Thing } from './names';

/** A sentence whose labs, blocks and offers light up with the floor. */
export function Sentence({ text, names }: { text: string; names: ReadonlyMap<string, Thing> }) {
  let place = 0;
  return piecesOf(text, names).map((piece) => {
    place += 1;
    return typeof piece === 'string' ? piece : <Named key={place} piece={piece} />;
  });
}

function Named({ piece }: { piece: Exclude<Piece, string> }) {
  if (piece.kind === 'lab') {
    return (
      <span {...naming('lab', piece.id)} className="whitespace-nowrap">
        <SeatChip seat={piece.id} named />
      </span>
    );
  }
  return (
    <span
      {...naming(piece.kind, piece.id)}
      className="code whitespace-nowrap underline decoration-line-strong decoration-dotted underline-offset-2"
    >
      {piece.text}
    </span>
  );
}
