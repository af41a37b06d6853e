'use client';
import type { TournamentSheet } from '~/api/tournament/types';
import { Button } from '~/kit/button';
import { downloadText } from '~/kit/charts/csv';
import { CodeBlock } from '~/kit/code-block';
import { Section } from '~/kit/panel';
import { RANGE_LABELS } from './tournament-labels';

/** The worlds, the code version, and the command to repeat the tournament. */
export function PlanFile({ sheet: { card, plan, season, code, file } }: { sheet: TournamentSheet }) {
  const name = fileName(card.name);
  return (
    <Section title="How to repeat it">
      <div className="grid gap-x-12 gap-y-4 lg:grid-cols-2">
        <div className="min-w-0 space-y-3 text-small">
          <p>
            Worlds: {RANGE_LABELS[plan.source.range]}
            {season ? '.' : `, from ${plan.source.from} on.`} Made by Mandi <span className="code break-words">{code}</span>.
          </p>
          {season ? (
            <p>
              Season <span className="code">{season.id}</span>: key hash <span className="code break-all">{season.keyHash}</span>.{' '}
              {season.key === null ? (
                'Its key is published when the season closes. Until then, nobody knows its worlds.'
              ) : (
                <>
                  Key <span className="code break-all">{season.key}</span>: the seed of world n is{' '}
                  {plan.wideSeeds ? 'HMAC-SHA256(key, n), given to the game as seed_hex.' : 'the first 53 bits of HMAC-SHA256(key, n).'}
                </>
              )}
            </p>
          ) : null}
          <CodeBlock label="Command" code={`npx mandi tournament run ${name}`} wrap note="Save the file first." />
          <Button onClick={() => downloadText(name, file, 'application/yaml')}>Save {name}</Button>
        </div>
        <div className="min-w-0 [&_section]:max-h-80 [&_section]:overflow-y-auto">
          <CodeBlock label="The tournament’s file" code={file} note={name} />
        </div>
      </div>
    </Section>
  );
}

function fileName(name: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return `${plain || 'tournament'}.yaml`;
}
