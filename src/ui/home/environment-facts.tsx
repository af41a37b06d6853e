import type { ReactNode } from 'react';
import type { CatalogOverview } from '~/api/catalog-words';
import { SHOCK_KINDS } from '~/games/gpu-market/types';
import { formatCount } from '~/kit/format';
import { Section } from '~/kit/panel';

/** The environment at a glance, from the catalogue of this very server. */
export function EnvironmentFacts({ catalog }: { catalog: CatalogOverview }) {
  return (
    <Section title="The environment">
      <div className="grid gap-x-10 gap-y-6 md:grid-cols-3">
        {catalog.rulesets.map((ruleset) => (
          <div key={ruleset.ruleset} className="min-w-0">
            <p className="text-ink-2 text-small">
              Ruleset <span className="code text-ink">{ruleset.ruleset}</span>, version {ruleset.version}
            </p>
            <ul className="mt-1">
              {ruleset.tasks.map((task) => (
                <li key={task.id} className="border-b py-2 text-small last:border-0" title={task.summary}>
                  <span className="flex items-baseline justify-between gap-3">
                    <span className="code">{task.id}</span>
                    <span className="num text-ink-2">{task.rounds} rounds</span>
                  </span>
                  <span className="block text-ink-2">{task.seats}</span>
                </li>
              ))}
            </ul>
          </div>
        ))}
        <dl className="text-small max-md:border-t max-md:border-line-strong max-md:pt-2">
          <Fact name="Actions">{catalog.actions.length}</Fact>
          <Fact name="Reward columns">{catalog.rewardColumns.length}</Fact>
          <Fact name="Kinds of shock">{SHOCK_KINDS.length}</Fact>
          <Fact name="Scripted policies">{catalog.policies.filter(({ control }) => !control).length}</Fact>
          <Fact name="Controls beside them">
            {catalog.policies.filter(({ control }) => control === 'null' || control === 'farmer').length}
          </Fact>
          {catalog.seedRanges.map((range) => (
            <Fact key={range.name} name={`Seeds, ${range.name}`}>
              {formatCount(range.first)}–{formatCount(range.last)}
            </Fact>
          ))}
        </dl>
      </div>
    </Section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-3 border-b py-1 last:border-0">
      <dt className="text-ink-2">{name}</dt>
      <dd className="num font-medium">{children}</dd>
    </div>
  );
}
