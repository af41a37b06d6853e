import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SeatNames } from '~/kit/seat-names';
import { OPEN_LABS } from '../../../screens/lab-names';
import type { OpenMarketView } from '../../shared/told/view';
import { OpenJudge } from './open-judge';

test('judged pitches name jobs and blocks as the board does, never by their ids', () => {
  const claim = { job_id: 'j_0_0', field: 'gpu_hours', value: 3, verdict: true, fact: 3, quote: null };
  const pitch = { lab_id: 'lab_0', score: 0.6, pitch: 'We are short.', reason: 'j_0_0 is as it says', quote: null, claims: [claim] };
  const view = {
    judge_mode: 'rule',
    ruleset_version: 2,
    verdicts: [{ round_index: 3, block_id: 'b_9_0', judge: 'rule', winner_lab_id: 'lab_0', pitches: [pitch] }],
    pitch_for_block_id: 'b_9_0',
    finished: false,
    labs: [{ lab_id: 'lab_0', jobs: [{ job_id: 'j_0_0', base_value: 40, urgency_multiplier: 1 }] }],
    blocks: [{ block_id: 'b_9_0', start_round: 4, duration: 1, gpu_count: 2 }],
    offers: [],
    coalitions: [],
    wants: [],
    promises: [],
  } as unknown as OpenMarketView;
  const drawn = renderToStaticMarkup(
    <SeatNames naming={OPEN_LABS}>
      <OpenJudge view={view} />
    </SeatNames>,
  );
  const text = drawn.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
  expect(text).toContain('A1 (40 cr) is as it says');
  expect(text).toContain('pitches are about 2× GPU (round 4)');
  expect(text).toContain('gpu hours 3');
  expect(text).not.toMatch(/\b[bj]_\d/);
});
