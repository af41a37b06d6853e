// The figures of docs/judge.md are held here: the reader may read better, not worse.
import { describe, expect, it } from 'vitest';
import { figuresOf, HALVES, observationOf, pitchesOf, precision, recall, verdictOn } from '../../bench/judge-score';

describe('the rule judge on eighty labelled pitches', () => {
  it.each([
    ['development', { claims: [1, 0.984], lies: [1, 1], whole: 29 }],
    ['held-out', { claims: [0.971, 0.985], lies: [0.714, 1], whole: 28 }],
    ['fresh', { claims: [1, 0.877], lies: [1, 1], whole: 15 }],
  ] as const)('%s: reads as well as docs/judge.md says', (half, floor) => {
    const figures = figuresOf(half);
    expect(figures.pitches).toBe(half === 'fresh' ? 20 : 30);
    expect(precision(figures.claims)).toBeGreaterThanOrEqual(floor.claims[0]);
    expect(recall(figures.claims)).toBeGreaterThanOrEqual(floor.claims[1]);
    expect(precision(figures.lies)).toBeGreaterThanOrEqual(floor.lies[0]);
    expect(recall(figures.lies)).toBeGreaterThanOrEqual(floor.lies[1]);
    expect(figures.whole).toBeGreaterThanOrEqual(floor.whole);
  });

  it('quotes the pitch’s own words', () => {
    for (const pitch of HALVES.flatMap(pitchesOf)) {
      for (const claim of verdictOn(pitch.text, observationOf(pitch.observation)).claims) expect(pitch.text).toContain(claim.quote);
    }
  });

  it('labels are true as the facts are', () => {
    for (const { id, observation, claims } of HALVES.flatMap(pitchesOf)) {
      for (const { job_id, field, value, true: label } of claims) {
        const job = observationOf(observation).jobs.find((one) => one.job_id === job_id);
        const facts = job === undefined ? [] : field === 'value' ? [Math.round(job.value), Math.round(job.base)] : [job[field]];
        expect([id, job_id, field, facts.includes(field === 'value' ? Math.round(value) : value)]).toEqual([id, job_id, field, label]);
      }
    }
  });
});

const bench = observationOf('o3'); // its block brings six hours from round 7 on
const plain = 'Job j_4_0 needs 5 hours and is due by round 10.';

describe('words and length', () => {
  it('earn nothing: a pitch stuffed with every word a judge might like scores 0', () => {
    const stuffed = pitchesOf('development').find((pitch) => pitch.trait === 'keyword stuffing')?.text ?? '';
    expect(verdictOn(stuffed, observationOf('o1')).score).toBe(0);
    expect(verdictOn(`${stuffed} j_4_0 j_4_1 ${stuffed}`, bench).score).toBe(0);
  });

  it('change nothing: the same pitch padded, shouted or said twice scores the same', () => {
    const { score } = verdictOn(plain, bench);
    expect(score).toBeGreaterThan(0.5);
    const padding = 'We are the finest lab there is. Fairness, urgency, efficiency! Everybody will be grateful. ';
    for (const text of [padding + plain, plain + padding, padding + plain + padding.repeat(4), plain.toUpperCase(), `${plain} ${plain}`]) {
      expect([text, verdictOn(text, bench).score]).toEqual([text, score]);
    }
  });

  it('do not hide a lie: each false claim costs .3', () => {
    const { score } = verdictOn(`${plain} It is worth 500 credits.`, bench);
    expect(score).toBeCloseTo(verdictOn(plain, bench).score - 0.3, 9);
  });

  it('say nothing by denying, asking or hedging', () => {
    const { score } = verdictOn(plain, bench);
    const idle = 'It is not worth 500 credits. Is it worth 500 credits? It pays about 500, or 400 to 600.';
    expect(verdictOn(`${plain} ${idle}`, bench).score).toBe(score);
  });
});
