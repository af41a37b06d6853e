/** Events as they are told: where a watcher may not know something, it is null. Every event is a told one as well. */
import type { JobAllocated, LabOpening, MarketEvent, MatchEnded, MatchOpened, OfferAccepted, RoundStarted, ShockStruck } from './events';

type Told<Event, Hidden extends keyof Event> = Omit<Event, Hidden> & { [field in Hidden]: Event[field] | null };

export type ToldOpening = Omit<Told<MatchOpened, 'seed' | 'draws'>, 'labs'> & {
  labs: Told<LabOpening, 'archetype' | 'budget' | 'jobs'>[];
};
export type ToldDeal = Told<OfferAccepted, 'payment'>;
export type ToldAllocation = Told<JobAllocated, 'job_id' | 'value' | 'completed'>;

export type ToldEvent =
  | Exclude<MarketEvent, MatchOpened | OfferAccepted | JobAllocated | RoundStarted | ShockStruck | MatchEnded>
  | ToldOpening
  | ToldDeal
  | ToldAllocation
  | Told<RoundStarted, 'draws'>
  | Told<ShockStruck, 'draws'>
  | Told<MatchEnded, 'draws'>;
