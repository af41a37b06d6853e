/** Precision and recall of the rule judge on the eighty labelled pitches: `npx tsx bench/judge-figures.ts [development|held-out|fresh]`. */
import { type Count, figuresOf, HALVES, precision, recall } from './judge-score';

const asked = HALVES.filter((half) => process.argv.length < 3 || process.argv.includes(half));
for (const half of asked) {
  const figures = figuresOf(half);
  console.log(`${half}: ${figures.pitches} pitches, ${figures.whole} read without a fault`);
  console.log(`  claims ${words(figures.claims)}`);
  console.log(`  lies   ${words(figures.lies)}`);
  for (const { pitch, kind, claim, quote } of figures.errors)
    console.log(`  ${pitch} ${kind} ${claim}${quote === null ? '' : ` "${quote}"`}`);
}

function words(count: Count): string {
  const { right, wrong, missed } = count;
  return `precision ${precision(count).toFixed(3)} recall ${recall(count).toFixed(3)} (right ${right}, wrong ${wrong}, missed ${missed})`;
}
