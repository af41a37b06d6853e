/** The steps of a waterfall chart: where each part begins and ends, with the total last. */
export interface WaterfallStep {
  id: string;
  label: string;
  value: number;
  from: number;
  to: number;
  total: boolean;
  hint?: string | undefined;
}

export interface WaterfallPart {
  id: string;
  label: string;
  value: number;
  hint?: string;
}

/** Leaves out parts of zero, but never the total. */
export function waterfallSteps(parts: readonly WaterfallPart[], total: { label: string; value: number }): WaterfallStep[] {
  let at = 0;
  const steps = parts
    .filter((part) => part.value !== 0)
    .map((part): WaterfallStep => {
      const from = at;
      at += part.value;
      return { ...part, from, to: at, total: false };
    });
  return [...steps, { id: 'total', label: total.label, value: total.value, from: 0, to: total.value, total: true }];
}

/** From the lowest to the highest point, including zero, with a margin. */
export function waterfallDomain(steps: readonly WaterfallStep[]): [number, number] {
  const ends = [0, ...steps.flatMap((step) => [step.from, step.to])];
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const room = (high - low || 1) * 0.02;
  return [low < 0 ? low - room : 0, high > 0 ? high + room : 0];
}
