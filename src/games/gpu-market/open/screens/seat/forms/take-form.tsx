import { useMemo, useState } from 'react';
import { blockOf } from '~/games/gpu-market/open/shared/plans/appraise';
import { OPERATOR } from '~/games/gpu-market/open/shared/types';
import { Button } from '~/kit/button';
import { offerSentence } from '../action-words';
import { explain } from '../appraisal-words';
import { blockLine } from '../block-line';
import { useDesk } from '../desk-context';
import { dealOf } from '../draft-worth';
import { offersOf, whyNotAsked } from '../turn/asking';
import { capital, labWord, signedCr } from '../words';
import { Worth } from '../worth';
import { FormFrame } from './form-frame';
import { PickList } from './pick-list';

/** Another's block: the open offers that give it, with their values, or asking its owner at another price. */
export function TakeForm({ blockId, onClose }: { blockId: string; onClose: () => void }) {
  const { observation, done, spoken, seat, add, open, say } = useDesk();
  const chances = useMemo(() => offersOf(observation, blockId, { done, spoken }), [observation, blockId, done, spoken]);
  const [picked, setPicked] = useState<string | null>(null);
  const block = blockOf(observation, blockId);
  const chosen = chances.find(({ offer }) => offer.offer_id === picked) ?? chances[0];
  const whyNot = whyNotAsked(observation, blockId);
  if (block === undefined) return <p className="text-small">It is gone.</p>;
  const { owner_lab_id: owner } = block;
  return (
    <FormFrame
      onClose={onClose}
      wrong={chosen === undefined ? 'No open offer gives it to you now.' : null}
      onAdd={() => {
        if (chosen !== undefined) add({ action_type: 'accept_offer', offer_id: chosen.offer.offer_id });
      }}
      preview={
        chosen === undefined ? null : (
          <Worth lead="For you" explained={explain(done.deal(dealOf(chosen.offer, seat)), chosen.offer.offered_blocks)} />
        )
      }
    >
      <p className="text-small">
        <span className="num font-medium">{say(blockId)}</span> of {labWord(owner)}:{' '}
        {blockLine(block, { factor: observation.public_market.energy_factor })}.
      </p>
      <PickList
        legend="Offers that give it to you"
        single
        nameless
        choices={chances.map(({ offer }) => ({ id: offer.offer_id, why: null }))}
        chosen={chosen === undefined ? [] : [chosen.offer.offer_id]}
        onChosen={([id]) => setPicked(id ?? null)}
        facts={(id) => {
          const chance = chances.find(({ offer }) => offer.offer_id === id);
          return chance === undefined ? '' : `${say(offerSentence(chance.offer, observation))}; ${signedCr(chance.value)} for you.`;
        }}
        empty="None is open."
      />
      {whyNot === null ? (
        <Button size="small" onClick={() => open({ kind: 'offer', target: owner, ask: blockId })}>
          Ask {labWord(owner)} at your own price
        </Button>
      ) : (
        <p className="text-ink-2 text-small">
          {owner === OPERATOR ? say(whyNot) : `${capital(labWord(owner))} cannot be asked for it. ${say(whyNot)}`}
        </p>
      )}
    </FormFrame>
  );
}
