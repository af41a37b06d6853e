import { UsageError } from './exits';

/** Collects the values of a repeatable option. */
export function collect(value: string, before: string[]): string[] {
  return [...before, value];
}

/** `lab_0=planner`, one per seat. */
export function readSeats(pairs: readonly string[]): Record<string, string> {
  const seats: Record<string, string> = {};
  for (const pair of pairs) {
    const [seat = '', policy = ''] = pair.split('=', 2);
    if (seat === '' || policy === '') throw new UsageError(`--seat: "${pair}" must have the form lab_0=planner`);
    if (Object.hasOwn(seats, seat)) throw new UsageError(`--seat: seat ${seat} is named twice`);
    seats[seat] = policy;
  }
  return seats;
}
