/** The open market under version 2 as it is put to a language model: a turn of up to four actions, before that one action as in version 1. */
import { readFileSync } from 'node:fs';
import type { Reading } from '~/contract/game';
import type { PromptFormat } from '~/contract/prompt-format';
import type { TakenAction } from '../../shared/actions';
import { inOrder, single } from '../../shared/prompts/formats';
import { nearestOption } from '../../shared/prompts/nearest';
import type { OpenOption } from '../../shared/prompts/option';
import { schemaOf } from '../../shared/prompts/schema';
import { readAction2 } from '../actions';
import type { OpenObservation2 } from '../observation';
import { format4 } from './format-4';
import { whyNotLegal2 } from './legality';
import { openOptions2 } from './options';
import { userText3 } from './user-text-3';

/** The formats of version 1 say nothing of wants, promises and plans, so they are none of version 2: who names one is asked in `open-3`. */
export const openPrompts2: readonly PromptFormat<OpenObservation2, TakenAction | TakenAction[]>[] = [
  format4,
  {
    version: 'open-3',
    standsFor: ['open-1', 'open-2'],
    safe: () => ({ action_type: 'wait' }),
    decide: {
      fixed: () => JSON.stringify([systemText(), 'open-format-3']),
      prompt: (seen, past) => ({ system: systemText(), ...userText3(seen, optionsAt(seen), past) }),
      schema: (seen) => schemaOf(optionsAt(seen)),
      listed(seen, action) {
        const read = readAction2(action);
        return read.ok ? nearestOption(optionsAt(seen), read.value) : null;
      },
      say: (_, action) => JSON.stringify(inOrder(action as TakenAction)),
      read: readLegal,
    },
  },
];

const kept = new WeakMap<OpenObservation2, OpenOption[]>();

/** Weighed once for prompt, schema and samples. */
function optionsAt(seen: OpenObservation2): OpenOption[] {
  const options = kept.get(seen) ?? openOptions2(seen);
  kept.set(seen, options);
  return options;
}

/** One action, bare or as the only one of a list or a turn. */
function readLegal(seen: OpenObservation2, value: unknown): Reading<TakenAction> {
  const unwrapped = single(value);
  if (unwrapped === undefined) return { ok: false, why: 'Write one action, not a list of several.' };
  const read = readAction2(unwrapped);
  if (!read.ok) return read;
  const why = whyNotLegal2(read.value, seen.legal_actions);
  return why === null ? read : { ok: false, why };
}

let system: string | null = null;

function systemText(): string {
  system ??= readFileSync(new URL('./open-3.txt', import.meta.url), 'utf8').trim();
  return system;
}
