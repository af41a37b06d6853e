'use client';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { AgentCard } from '~/api/agent/types';
import type { CatalogOverview, RulesetCard } from '~/api/catalog/types';
import { isPlayed, refText } from '~/contract/game-ref';
import { frontOf } from '~/games/screens';
import { Button } from '~/kit/button';
import { SelectField, TextField } from '~/kit/field';
import { Panel } from '~/kit/panel';
import { ErrorNote } from '~/kit/states';
import { faultOf } from '../api-fault';
import { drawnGames } from '../drawn-games';
import { everyVersion } from '../new-match/draft';
import { OperatorGate } from '../new-match/operator-gate';
import { readSeed } from '../new-match/read-seed';
import { useTry } from '../play/use-try';
import { gameTitle } from '../task-title';
import { useTRPC } from '../trpc';
import { useOnce } from '../use-once';

/** Default name of a person who plays alone. */
const GUEST = 'Guest';

/** Each game that it plays, once: in the default version if it plays that, otherwise in another. */
function gamesOf(plays: readonly string[], catalog: CatalogOverview): RulesetCard[] {
  const played = everyVersion(drawnGames(catalog)).filter((one) => isPlayed(plays, one));
  return played.filter((one, place) => played.findIndex(({ key }) => key === one.key) === place);
}

/** Starts a game against this agent: at a table if people can join, otherwise a match to watch. */
export function TryPanel({ card: { ref, agent, ready, notReady } }: { card: AgentCard }) {
  const trpc = useTRPC();
  const catalog = useQuery(trpc.catalog.overview.queryOptions());
  const rulesets = catalog.data ? gamesOf(agent.plays, catalog.data) : [];
  const [wished, setRuleset] = useState('');
  const [task, setTask] = useState('');
  const [name, setName] = useState('');
  const [seed, setSeed] = useState('');
  const attempt = useTry();
  const attemptOnce = useOnce(attempt);
  const ruleset = rulesets.find((one) => one.key === wished) ?? rulesets.find(isForPeople) ?? rulesets[0];
  if (ruleset === undefined) return null;
  const chosen = ruleset.tasks.find((one) => one.id === task) ?? ruleset.tasks[0];
  const atTable = isForPeople(ruleset);
  const seedReading = seed.trim() === '' ? null : readSeed(seed);
  const wrongSeed = seedReading !== null && !seedReading.ok ? seedReading.why : null;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (chosen === undefined || ruleset === undefined || wrongSeed !== null) return;
    const drawn = seedReading?.ok ? { seed: seedReading.value } : {};
    attemptOnce({
      ref,
      game: ruleset.key,
      version: ruleset.version,
      task: chosen.id,
      ...drawn,
      name: atTable ? name.trim() || GUEST : null,
    });
  }
  return (
    <Panel
      title={atTable ? 'Play against it' : 'Watch it play'}
      note={atTable ? 'You get one seat, it gets the others.' : 'This game has only one player: the agent plays and you watch.'}
    >
      <form onSubmit={submit} className="space-y-3">
        {ready ? null : (
          <p role="status" className="text-small">
            It is not ready: {notReady} Until it is, its fallback plays.
          </p>
        )}
        <div className="grid grid-cols-2 gap-3">
          <SelectField label="Game" value={ruleset.key} onChange={(event) => setRuleset(event.target.value)}>
            {rulesets.map((one) => (
              <option key={refText(one)} value={one.key}>
                {gameTitle(one.key)}
              </option>
            ))}
          </SelectField>
          <SelectField label="Task" value={chosen?.id ?? ''} onChange={(event) => setTask(event.target.value)}>
            {ruleset.tasks.map((one) => (
              <option key={one.id} value={one.id}>
                {one.title}
              </option>
            ))}
          </SelectField>
        </div>
        {atTable ? (
          <TextField
            label="Your name"
            maxLength={24}
            autoComplete="nickname"
            placeholder={GUEST}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        ) : null}
        <TextField
          label="Seed"
          inputMode="numeric"
          autoComplete="off"
          placeholder="drawn by the server"
          value={seed}
          error={wrongSeed}
          onChange={(event) => setSeed(event.target.value)}
        />
        <Button type="submit" look="primary" className="w-full" disabled={attempt.isPending || attempt.isSuccess}>
          {attempt.isPending || attempt.isSuccess ? 'Starting…' : atTable ? 'Play against it' : 'Start the match'}
        </Button>
        {attempt.error ? (
          <ErrorNote title="The match was not started." code={faultOf(attempt.error).code}>
            {faultOf(attempt.error).message}
          </ErrorNote>
        ) : null}
      </form>
      <div className="mt-3 empty:hidden">
        <OperatorGate what="starting a match" />
      </div>
    </Panel>
  );
}

function isForPeople({ key }: { key: string }): boolean {
  return frontOf(key)?.people === true;
}
