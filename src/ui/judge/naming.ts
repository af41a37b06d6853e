import { CLASSIC_LABS, type LabNaming, OPEN_LABS } from '../kit/lab-names';

/** How the labs of a match are called; a ruleset that is not known here counts its labs as the newer one does. */
export function namingFor(ruleset: string): LabNaming {
  return ruleset === 'classic' ? CLASSIC_LABS : OPEN_LABS;
}
