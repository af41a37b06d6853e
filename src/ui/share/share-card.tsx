/** A match as a picture for link previews. Drawn by `next/og` without a browser: flex boxes, plain colors, no hooks. */
import type { ReactNode } from 'react';
import { PLAIN } from '~/kit/plain-colors';

export const SHARE_SIZE = { width: 1200, height: 630 } as const;
/** Size of a game's own drawing. */
export const DRAWING_SIZE = { width: 560, height: 300 } as const;

export interface SharedRow {
  seat: string;
  letter: string;
  color: string;
  /** The player's name. */
  name: string;
  /** `+66.4 cr`; null: hidden. */
  value: string | null;
  leads: boolean;
}

export interface SharedCard {
  title: string;
  /** `Coalition market`. */
  task: string;
  /** `Live, round 4 of 12`. */
  state: string;
  /** What happens at that moment, or the result; empty: nothing. */
  caption: string;
  rows: readonly SharedRow[];
  drawing: ReactNode;
}

const MOST_ROWS = 6;

/** Who plays, what happens, who is ahead. */
export function ShareCard({ title, task, state, caption, rows, drawing }: SharedCard) {
  const more = rows.length - MOST_ROWS;
  return (
    <Frame state={state}>
      <div style={{ display: 'flex', flexDirection: 'column' }}>
        <div style={{ fontSize: 26, color: PLAIN.ink2 }}>{legible(task)}</div>
        <div style={{ fontSize: title.length > 34 ? 46 : 58, lineHeight: 1.12, lineClamp: 2, display: 'block' }}>{legible(title)}</div>
        {caption === '' ? null : (
          <div style={{ display: 'block', marginTop: 14, fontSize: 29, lineHeight: 1.3, color: PLAIN.ink2, lineClamp: 2 }}>
            {legible(caption)}
          </div>
        )}
      </div>
      <div style={{ display: 'flex', alignItems: 'flex-end', justifyContent: 'space-between', gap: 40 }}>
        <div style={{ display: 'flex', flexDirection: 'column', width: drawing === null ? 1080 : 480 }}>
          {rows.slice(0, more > 0 ? MOST_ROWS - 1 : MOST_ROWS).map((row) => (
            <Row key={row.seat} row={row} />
          ))}
          {more > 0 ? <div style={{ marginTop: 8, fontSize: 24, color: PLAIN.ink2 }}>{`and ${more + 1} more`}</div> : null}
        </div>
        {drawing === null ? null : <div style={{ display: 'flex', ...DRAWING_SIZE }}>{drawing}</div>}
      </div>
    </Frame>
  );
}

/** For a private or sealed match: without names and figures. */
export function NeutralCard() {
  return (
    <Frame state="">
      <div style={{ display: 'flex', flexDirection: 'column' }}>
        <div style={{ fontSize: 58 }}>A match on Mandi</div>
        <div style={{ marginTop: 14, fontSize: 29, color: PLAIN.ink2 }}>Open the link to see whether you may watch it.</div>
      </div>
      <div style={{ display: 'flex', height: 40 }} />
    </Frame>
  );
}

function Frame({ state, children }: { state: string; children: ReactNode }) {
  return (
    <div
      style={{
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        width: '100%',
        height: '100%',
        padding: '44px 60px 48px',
        background: PLAIN.paper,
        color: PLAIN.ink,
        borderTop: `12px solid ${PLAIN.accent}`,
      }}
    >
      <div style={{ display: 'flex', justifyContent: 'space-between', fontSize: 28 }}>
        <div style={{ fontSize: 30 }}>Mandi</div>
        <div style={{ color: PLAIN.accent }}>{state}</div>
      </div>
      {children}
    </div>
  );
}

function Row({ row: { letter, color, name, value, leads } }: { row: SharedRow }) {
  return (
    <div
      style={{
        display: 'flex',
        alignItems: 'center',
        gap: 14,
        padding: '5px 10px',
        fontSize: 27,
        background: leads ? PLAIN.panel : 'transparent',
        borderLeft: `5px solid ${leads ? PLAIN.accent : 'transparent'}`,
      }}
    >
      <div
        style={{
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'center',
          width: 36,
          height: 36,
          borderRadius: 4,
          background: color,
          color: PLAIN.panel,
          fontSize: 22,
        }}
      >
        {letter}
      </div>
      <div style={{ display: 'block', flexGrow: 1, width: 240, lineClamp: 1 }}>{legible(name)}</div>
      <div style={{ color: value === null ? PLAIN.lineStrong : PLAIN.ink }}>{value ?? 'private'}</div>
    </div>
  );
}

/** Characters in the font of `next/og`; for others it would contact a server on the internet. */
const DRAWN =
  /[^\u0020-\u007e\u00a0-\u00ac\u00ae-\u0113\u0116-\u012b\u012e-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u014d\u0150-\u017e\u018f\u0192\u01a0\u01a1\u01af\u01b0\u01cd\u01ce\u01e4-\u01e9\u0218-\u021b\u0237\u0400-\u045f–—‘’‚“”„†‡•…→−]/gu;

/** The text with only characters that can be drawn. */
export function legible(text: string): string {
  return text.normalize('NFC').replaceAll(DRAWN, '?');
}
