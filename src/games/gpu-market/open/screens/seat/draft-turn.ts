import type { TakenAction } from '../../shared/actions';

/** An action of a draft; its `id` does not change when the list is reordered. */
export interface DraftAction {
  id: number;
  action: TakenAction;
}

/** A person's turn in preparation, in the order of submission. */
export interface DraftTurn {
  actions: readonly DraftAction[];
  /** The id of the next action. */
  next: number;
}

export const NO_DRAFT: DraftTurn = { actions: [], next: 1 };

/** Appends an action unless an equal one exists. */
export function addAction(draft: DraftTurn, action: TakenAction, most: number): DraftTurn {
  if (draft.actions.length >= most || holdsAction(draft, action)) return draft;
  return { actions: [...draft.actions, { id: draft.next, action }], next: draft.next + 1 };
}

/** A block put to work: added to the action that already puts blocks to work for this job, or as an action of its own. */
export function addWork(draft: DraftTurn, { jobId, blockId, most }: { jobId: string; blockId: string; most: number }): DraftTurn {
  if (blocksSpokenFor(draft).has(blockId)) return draft;
  const isSame = ({ action }: DraftAction) =>
    action.action_type === 'allocate_to_job' && action.job_id === jobId && action.plan === undefined && action.coalition_id === undefined;
  const same = draft.actions.find(isSame);
  if (same === undefined) return addAction(draft, { action_type: 'allocate_to_job', job_id: jobId, block_ids: [blockId] }, most);
  const action = { ...same.action, block_ids: [...(same.action.block_ids ?? []), blockId] };
  return { ...draft, actions: draft.actions.map((one) => (one === same ? { ...one, action } : one)) };
}

export function removeAction(draft: DraftTurn, id: number): DraftTurn {
  return { ...draft, actions: draft.actions.filter((one) => one.id !== id) };
}

/** Moves it up (-1) or down (1) by one, if possible. */
export function moveAction(draft: DraftTurn, id: number, by: -1 | 1): DraftTurn {
  const from = draft.actions.findIndex((one) => one.id === id);
  const [moved, other] = [draft.actions[from], draft.actions[from + by]];
  if (moved === undefined || other === undefined) return draft;
  return { ...draft, actions: draft.actions.map((one) => (one === moved ? other : one === other ? moved : one)) };
}

export function holdsAction(draft: DraftTurn, action: TakenAction): boolean {
  const words = JSON.stringify(action);
  return draft.actions.some((one) => JSON.stringify(one.action) === words);
}

/** Own blocks that the turn already allocates or pledges, which cannot be used twice. */
export function blocksSpokenFor(draft: DraftTurn, but: number | null = null): Set<string> {
  const binding = [
    'allocate_to_job',
    'propose_plan',
    'form_coalition',
    'commit_to_coalition',
    'join_coalition',
    'fill_want',
    'make_promise',
  ];
  const bound = draft.actions.filter(({ id, action }) => id !== but && binding.includes(action.action_type));
  return new Set(bound.flatMap(({ action }) => [...(action.block_ids ?? []), ...(action.plan ?? []).flatMap((entry) => entry.block_ids)]));
}

/** The draft's answer to an offer or an invitation, if any. */
export function answerTo(draft: DraftTurn, id: string): DraftAction | null {
  const kinds = ['accept_offer', 'reject_offer', 'counter_offer', 'join_coalition', 'decline_coalition', 'leave_coalition'];
  return (
    draft.actions.find(({ action }) => kinds.includes(action.action_type) && (action.offer_id === id || action.coalition_id === id)) ?? null
  );
}

/** The offers that the turn accepts. */
export function offersTaken(draft: DraftTurn): string[] {
  return draft.actions.flatMap(({ action }) => (action.action_type === 'accept_offer' ? (action.offer_id ?? []) : []));
}

/** What is submitted. */
export function actionsOf(draft: DraftTurn): TakenAction[] {
  return draft.actions.map((one) => one.action);
}

/** Blocks that the turn only pledges: without a plan they deliver nothing in this round. */
export function onlyPledged(draft: DraftTurn): Set<string> {
  const ofTypes = (...types: readonly string[]) => draft.actions.filter(({ action }) => types.includes(action.action_type));
  const planned = new Set(ofTypes('propose_plan').flatMap(({ action }) => (action.plan ?? []).flatMap((entry) => entry.block_ids)));
  const pledged = ofTypes('form_coalition', 'join_coalition', 'commit_to_coalition').flatMap(({ action }) => action.block_ids ?? []);
  return new Set(pledged.filter((id) => !planned.has(id)));
}
