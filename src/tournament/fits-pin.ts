/** Checks whether this process can provide the pinned players, and says who is missing if none can. */
import { codeId, codeOnDisk } from '~/eval/code-digest';
import type { Services } from '~/match/services';
import { type Entrant, type Fixture, playsAs, type TournamentRecord } from '~/store/tournaments/tournament';
import { pinOfModel } from './pin';

/** How many postponed matches are checked for the reason. */
const LOOKED_AT = 50;

/** Why the current players differ from the pinned ones; null if they match. An agent unknown here is reported when its match starts. */
export async function whyUnfit(
  services: Pick<Services, 'agents'>,
  { entrants }: Pick<TournamentRecord, 'entrants'>,
  { seats }: Pick<Fixture, 'seats'>,
): Promise<string | null> {
  const seated = new Set(seats.map(({ entrant }) => entrant));
  for (const entrant of entrants) {
    const why = seated.has(entrant.name) ? await whyOther(services, entrant) : null;
    if (why !== null) return why;
  }
  return null;
}

async function whyOther(services: Pick<Services, 'agents'>, { name, player, pin, kind }: Entrant): Promise<string | null> {
  if (pin === null || player === null || kind === 'scripted') return null;
  const found = await services.agents?.find(player);
  if (!found) return null;
  const here = { digest: found.agent.digest, ...pinOfModel(services, found.agent, pin.ruleset) };
  const [what, pinned, own] =
    [
      ['the spec', pin.digest, here.digest],
      ['the weights', pin.model?.digest, here.model?.digest],
      ['the prompt', pin.prompt?.hash, here.prompt?.hash],
    ].find((pair) => differ(pair[1], pair[2])) ?? [];
  if (!what) return null;
  return `No worker has ${what} ${pinned} that ${name} is pinned to. The last one that checked has ${own}. Its matches wait for a worker that fits.`;
}

/** A digest missing on one side is not a difference. */
function differ(pinned: string | null | undefined, own: string | null | undefined): boolean {
  return typeof pinned === 'string' && typeof own === 'string' && pinned !== own;
}

/** A sentence on who is missing for a running tournament to continue; null if nobody is. */
export async function whoIsMissing(
  { store }: Pick<Services, 'store'>,
  { id, status, code, entrants }: TournamentRecord,
): Promise<string | null> {
  if (status !== 'running') return null;
  const { waiting, playing } = await store.tournaments.counts(id);
  if (waiting + playing === 0) return null;
  const isPlayed = (await store.tournaments.workers()).some((worker) => worker.code === code);
  const otherCode = isPlayed ? null : whyOtherCode(code);
  if (otherCode !== null) return otherCode;
  if (entrants.every(({ kind }) => kind === 'scripted' || kind === 'person')) return null;
  const open = await store.tournaments.fixtures(id, { status: ['waiting'] }, { limit: LOOKED_AT });
  return open.find(({ attempts, fault }) => attempts === 0 && fault !== null)?.fault ?? null;
}

/** Why a process started here could not play what is pinned to this code; null if it could. */
function whyOtherCode(code: string): string | null {
  if (!playsAs(code, codeId()))
    return `No worker has the code ${code} that this tournament is pinned to; this Mandi has ${codeId()}. Run a worker of that version on the same database (npx mandi worker matches), or cancel the tournament and start a new one.`;
  if (codeOnDisk() !== codeId())
    return `Mandi’s sources have changed since this server started with ${codeId()}, so nobody plays it. Restart the server. A tournament that started with the old sources needs a worker with them on the same database (npx mandi worker matches).`;
  return null;
}
