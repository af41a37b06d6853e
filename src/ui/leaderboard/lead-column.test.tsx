import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { HowRanked } from './lead-column';

const said = (method: 1 | 3 | 4) => renderToStaticMarkup(<HowRanked matches={9} method={method} ruleset="gpu-market/open" />);

test('how ranks are made names what can still raise one', () => {
  expect(said(4)).toContain('Four or more confirmed owners who work together can still raise a rank');
  expect(said(4)).toContain('Two or more who spoil the matches of one rival can lower its rank');
  expect(said(4)).toContain('kingmakers: opponents against whom one owner’s agents do far better');
  expect(said(3)).toContain('Two or more confirmed owners who work together can still raise a rank');
  expect(said(3)).not.toContain('kingmaker');
});

test('method 1 ranks by score, and claims nothing of leads', () => {
  expect(said(1)).toContain('Ranked by score');
  expect(said(1)).not.toContain('Lead:');
});
