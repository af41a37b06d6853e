import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ShownCard } from '~/contract/shown';
import { PLAIN_PICTURE, THEME_PICTURE } from '~/kit/plain-colors';
import { MarketPicture } from './picture';

const BLOCK = { block_id: 'b_0_0', owner_lab_id: 'lab_0', start_round: 1, duration: 2, gpu_count: 2, status: 'available' };
const VIEW = { labs: [{ lab_id: 'lab_0' }], blocks: [BLOCK], max_rounds: 4, round_index: 1, finished: false };

test('the picture has the colors it is given and no others: on a page they follow the theme, in a link preview they are fixed', () => {
  const shown = { view: VIEW, card: {} as ShownCard, width: 200, height: 50 };
  const onPage = renderToStaticMarkup(<MarketPicture {...shown} colorOf={() => 'var(--lab-0)'} colors={THEME_PICTURE} />);
  expect(onPage).toContain('var(--panel)');
  expect(onPage).not.toMatch(/#[0-9a-f]{3,6}/i);
  const shared = renderToStaticMarkup(<MarketPicture {...shown} colorOf={() => '#00728c'} colors={PLAIN_PICTURE} />);
  expect(shared).not.toContain('var(');
});
