import type { ShownFrame } from '~/contract/shown';
import type { RowPlace } from '../../../screens/floor-plan';
import type { WireCoalition } from '../../shared/observation';
import type { ToldOpenEvent } from '../../shared/told/told';

/** A coalition's rail with a stop at each member or invited lab. */
export interface Rail {
  coalition: WireCoalition;
  x: number;
  top: number;
  bottom: number;
  stops: Stop[];
  /** There is room for figures next to it. */
  figured: boolean;
}

export interface Stop {
  labId: string;
  y: number;
  kind: 'founder' | 'member' | 'invited';
  /** It has a pledge, which only members can see. */
  pledged: boolean;
}

/** Forming and active coalitions, side by side. */
export function layRails(rows: readonly RowPlace[], coalitions: readonly WireCoalition[], width: number): Rail[] {
  const standing = coalitions.filter((one) => one.status !== 'ended' && one.members.length > 0);
  const gap = Math.min((width - 2 * MARGIN) / Math.max(1, standing.length - 1), WIDEST_GAP);
  return standing.map((coalition, place) => {
    const stops = stopsOf(rows, coalition);
    const ys = stops.map((stop) => stop.y);
    const x = standing.length === 1 ? width / 2 : MARGIN + place * gap;
    return { coalition, x, top: Math.min(...ys), bottom: Math.max(...ys), stops, figured: standing.length === 1 };
  });
}

const MARGIN = 8;
const WIDEST_GAP = 14;

function stopsOf(rows: readonly RowPlace[], coalition: WireCoalition): Stop[] {
  const asked = (coalition.invited ?? []).filter((id) => !coalition.members.includes(id));
  return rows.flatMap((row) => {
    const member = coalition.members.includes(row.labId);
    if (!member && !asked.includes(row.labId)) return [];
    const kind = !member ? 'invited' : coalition.founder === row.labId ? 'founder' : 'member';
    return [{ labId: row.labId, y: middle(row), kind, pledged: coalition.pledges?.[row.labId] !== undefined }];
  });
}

/** A payment from one lab to another by an agreed split. */
export interface Payout {
  from: string;
  to: string;
  amount_cents: number;
  /** The receiver's total, shown on its last payout, because several figures would overlap. */
  figure_cents: number | null;
  path: string;
  end: { x: number; y: number };
}

/** The recent payouts, each from the job's row to the receiver's. */
export function layPayouts(rows: readonly RowPlace[], recent: readonly ToldOpenEvent[], width: number): Payout[] {
  const byLab = new Map(rows.map((row) => [row.labId, row]));
  const sums = new Map<string, { from: string; to: string; cents: number }>();
  for (const event of recent) {
    if (event.type !== 'job_settled') continue;
    for (const { lab_id: to, amount_cents } of event.payouts) {
      const known = sums.get(`${event.lab_id} ${to}`);
      sums.set(`${event.lab_id} ${to}`, { from: event.lab_id, to, cents: (known?.cents ?? 0) + amount_cents });
    }
  }
  const paid = [...sums.values()];
  return paid.flatMap(({ from, to, cents }, place) => {
    const [start, end] = [byLab.get(from), byLab.get(to)];
    if (!start || !end || start === end || cents === 0) return [];
    const [x, y, endY] = [width - 4, middle(start), middle(end)];
    const isLast = !paid.slice(place + 1).some((other) => other.to === to);
    const figure_cents = isLast ? paid.reduce((sum, other) => sum + (other.to === to ? other.cents : 0), 0) : null;
    return [{ from, to, amount_cents: cents, figure_cents, path: `M${x},${y}C4,${y} 4,${endY} ${x},${endY}`, end: { x, y: endY } }];
  });
}

/** Shares of joint plans just carried out, by coalition; empty if the viewer may not know them. */
export function recentPlans(recent: readonly ToldOpenEvent[]): Map<string, { participants: string[]; shares: Record<string, number> }> {
  return new Map(
    recent.flatMap((event) =>
      event.type === 'plan_executed'
        ? [
            [
              event.coalition_id,
              {
                participants: event.participants,
                shares: Object.fromEntries((event.shares ?? []).map((one) => [one.lab_id, one.share])),
              },
            ] as const,
          ]
        : [],
    ),
  );
}

function middle(row: RowPlace): number {
  return row.top + row.height / 2;
}

/** Events since the previous round closed, up to an instant; shown on the board as recent. */
export function recentEvents(frames: readonly ShownFrame[], at: number): ToldOpenEvent[] {
  const recent: ToldOpenEvent[] = [];
  for (let place = Math.min(at, frames.length) - 1; place >= 0; place -= 1) {
    const event = openEvent(frames[place]);
    if (event?.type === 'round_closed') break;
    if (event) recent.push(event);
  }
  return recent.reverse();
}

/** The server created the frame with the same event types. */
function openEvent(frame: ShownFrame | undefined): ToldOpenEvent | null {
  return (frame?.event ?? null) as ToldOpenEvent | null;
}
