/** Shocks that an organiser sets in a world that has none of its own: the same world can be played with more and more of them. */
import { OPEN_SHOCK_KINDS, type OpenShockKind } from '~/games/gpu-market/open/types';

export const STRESS_KINDS: readonly OpenShockKind[] = OPEN_SHOCK_KINDS;

export interface Stress {
  kind: OpenShockKind;
  /** How often it strikes; 0: a market without shocks. */
  strikes: number;
}
