import { describe, expect, it } from 'vitest';
import { decide } from '../../v1/decide';
import { receive } from '../decide';
import { type Table, table } from '../testing/table';

function market(): Table {
  return table({
    labs: [
      { budget: 20, blocks: [{ block_id: 'b_0_0' }, { block_id: 'b_0_1' }], jobs: [{ job_id: 'j_0_0' }] },
      { budget: 20, blocks: [{ block_id: 'b_1_0' }], jobs: [{ job_id: 'j_1_0' }] },
      { budget: 20, blocks: [{ block_id: 'b_2_0' }], jobs: [{ job_id: 'j_2_0' }] },
    ],
  });
}

const accept = (offer_id: string) => ({ action_type: 'accept_offer', offer_id });
const use = (job_id: string, ...block_ids: string[]) => ({ action_type: 'allocate_to_job', job_id, block_ids });

/** The order of labs in the last closed round. */
function order(play: Table): string[] {
  const closed = play.events.findLast((event) => event.type === 'round_closed');
  return closed?.type === 'round_closed' ? closed.order : [];
}

describe('collisions inside a round', () => {
  it('two accept one open offer: the second in order gets inactive_offer', () => {
    const play = market();
    play.does('lab_0', { action_type: 'send_offer', block_ids: ['b_0_0'], requested_payment: 5 });
    const answers = play.codes({ lab_1: accept('o_1'), lab_2: accept('o_1') });
    const [first, second] = order(play).filter((lab) => lab !== 'lab_0');
    expect([answers[first ?? ''], answers[second ?? '']]).toEqual([['offer_accepted'], ['inactive_offer']]);
    expect(play.owner('b_0_0')).toBe(first);
  });

  it('two accept offers of the same block: the second is void', () => {
    const play = market();
    play.does('lab_0', { action_type: 'send_offer', block_ids: ['b_0_0'] }, { action_type: 'send_offer', block_ids: ['b_0_0'] });
    const answers = play.codes({ lab_1: accept('o_1'), lab_2: accept('o_2') });
    const [first, second] = order(play).filter((lab) => lab !== 'lab_0');
    expect([answers[first ?? ''], answers[second ?? '']]).toEqual([['offer_accepted'], ['invalid_offered_block']]);
  });

  it('money for one of two: the second gets budget_overspend', () => {
    const play = market();
    const buys = (target_lab_id: string) => ({ action_type: 'send_offer', target_lab_id, payment: 15 });
    play.does('lab_0', buys('lab_1'), buys('lab_2'));
    const answers = play.codes({ lab_1: accept('o_1'), lab_2: accept('o_2') });
    const [, second] = order(play).filter((lab) => lab !== 'lab_0');
    expect(answers[second ?? '']).toEqual(['budget_overspend']);
    expect(play.budget('lab_0')).toBe(5);
  });

  it('a block that a standing offer gives away goes to the acceptor before its owner allocates it', () => {
    const play = market();
    play.does('lab_0', { action_type: 'send_offer', block_ids: ['b_0_0'] });
    expect(play.codes({ lab_0: use('j_0_0', 'b_0_0'), lab_1: accept('o_1') })).toEqual({
      lab_0: ['unowned_block'],
      lab_1: ['offer_accepted'],
    });
  });

  it('withdrawal beats acceptance', () => {
    const play = market();
    play.does('lab_0', { action_type: 'send_offer', block_ids: ['b_0_0'] });
    const answers = play.codes({ lab_0: { action_type: 'reject_offer', offer_id: 'o_1' }, lab_1: accept('o_1') });
    expect(answers).toEqual({ lab_0: ['offer_withdrawn'], lab_1: ['inactive_offer'] });
  });

  it('what is accepted can be used in the same turn: phases, not the order of listing', () => {
    const play = market();
    play.does('lab_0', { action_type: 'send_offer', block_ids: ['b_0_0'] });
    expect(play.does('lab_1', use('j_1_0', 'b_0_0'), accept('o_1'))).toEqual(['job_allocated', 'offer_accepted']);
  });
});

describe('a turn', () => {
  it('waits for all, and closes with the last', () => {
    const play = market();
    for (const seat of ['lab_0', 'lab_1']) play.take(decide(play.state, seat, { action_type: 'wait' }));
    expect([play.state.round_index, play.events.at(-1)?.type]).toEqual([0, 'turn_taken']);
    play.take(decide(play.state, 'lab_2', []));
    expect(play.state.round_index).toBe(1);
  });

  it('holds four actions; the rest get too_many_actions', () => {
    const wait = { action_type: 'wait' };
    expect(market().does('lab_0', wait, wait, wait, wait, wait, wait)).toEqual([
      ...Array<string>(4).fill('waited'),
      'too_many_actions',
      'too_many_actions',
    ]);
  });

  it('loses a malformed action alone', () => {
    expect(market().does('lab_0', { action_type: 'wait' }, { action_type: 'fly' }, 3, { action_type: 'finish' })).toEqual([
      'waited',
      'malformed_action',
      'malformed_action',
      'finished',
    ]);
  });

  it.each([null, 'wait', 7, {}, { actions: 'none' }])('that cannot be read waits: %j', (turn) => {
    const play = market();
    expect(play.codes({ lab_0: turn })).toEqual({ lab_0: [] });
    expect(play.events.some((event) => event.type === 'turn_taken')).toBe(true);
  });

  it('once taken stands; the same key again gets the same receipt, and nothing more is written down', () => {
    const play = market();
    const turn = { actions: [{ action_type: 'wait' }], key: 'k1' };
    play.take(decide(play.state, 'lab_0', turn));
    expect(decide(play.state, 'lab_0', { action_type: 'finish' })).toEqual([]);
    expect(receive(play.state, 'lab_0', { action_type: 'finish' })).toMatchObject({ ok: false, code: 'already_submitted' });
    expect(receive(play.state, 'lab_0', turn)).toMatchObject({ ok: true, code: 'turn_accepted', turn: 0 });
    play.play();
    expect(receive(play.state, 'lab_0', turn)).toMatchObject({ ok: true, turn: 0 });
    expect(decide(play.state, 'lab_0', turn)).toEqual([]);
    expect(receive(play.state, 'lab_0', { ...turn, key: 'k2' })).toMatchObject({ ok: true, turn: 1 });
  });

  it('that names another round is refused at the endpoint, and so is a stranger’s', () => {
    const play = market().until(2);
    const named = (round_index: number) => ({ actions: [], round_index });
    expect(receive(play.state, 'lab_0', named(1))).toMatchObject({ ok: false, code: 'stale_round' });
    expect(receive(play.state, 'lab_0', named(3))).toMatchObject({ ok: false, code: 'early_round' });
    expect(receive(play.state, 'lab_0', named(2)).ok).toBe(true);
    expect(receive(play.state, 'constructor', [])).toMatchObject({ ok: false, code: 'unknown_seat' });
    expect(receive(play.toEnd().state, 'lab_0', [])).toMatchObject({ ok: false, code: 'episode_done' });
  });
});

describe('finishing', () => {
  it('waits to the end: offers stand, what is allocated delivers, and nobody waits for it', () => {
    const play = market();
    play.does(
      'lab_0',
      { action_type: 'send_offer', block_ids: ['b_0_1'], expires_in: 4 },
      { action_type: 'finish' },
      use('j_0_0', 'b_0_0'),
    );
    expect(receive(play.state, 'lab_0', { action_type: 'wait' })).toMatchObject({ code: 'seat_finished' });
    expect(play.sees('lab_0').legal_actions).toEqual([]);
    expect(play.does('lab_1', accept('o_1'))).toEqual(['offer_accepted']);
    play.toEnd();
    expect(play.job('j_0_0').completed).toBe(true);
  });

  it('by all plays the match to its end at once', () => {
    const play = market();
    play.play({ lab_0: { action_type: 'finish' }, lab_1: { action_type: 'finish' }, lab_2: { action_type: 'finish' } });
    expect([play.state.finished, play.state.round_index]).toEqual([true, 7]);
  });
});
