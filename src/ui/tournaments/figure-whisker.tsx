import { type WhiskerScale, whiskerScale } from '~/kit/charts/whisker-geometry';
import { WhiskerAxis, WhiskerPair } from '~/kit/charts/whiskers';
import type { Figure } from '~/store/tournaments/tournament';

/** The common scale of these figures, including zero. */
export function scaleFor(figures: readonly (Figure | null)[]): WhiskerScale {
  return whiskerScale(figures.flatMap((figure) => (figure ? [{ mean: figure.mean, ci95: figure.interval }] : [])));
}

/** A mean with its 95% interval; the numbers are next to it. */
export function FigureWhisker({ figure, scale, isNull = false }: { figure: Figure; scale: WhiskerScale; isNull?: boolean }) {
  const lane = { split: 'train', row: { mean: figure.mean, ci95: figure.interval } } as const;
  return <WhiskerPair figures={[lane]} scale={scale} role={isNull ? 'null' : 'contestant'} />;
}

export { WhiskerAxis };
