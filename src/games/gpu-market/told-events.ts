/** Events as one viewer sees them: what the viewer may not see is null. Every full event also fits these types. */
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
