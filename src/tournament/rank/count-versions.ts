/** Versions of an agent count together until a new one has played as many worlds as all earlier ones combined. */

import type { Entrant } from '~/store/tournaments/tournament';
import { nameOfAgent } from '../formats/situation';
import { pinHash, type RatedTournament } from '../leaderboard';
import { type FixtureRecord, isRated } from './rated-fixture';

interface Version {
  entrant: Entrant;
  hash: string;
  worlds: Set<string>;
}

/**
 * The tournaments with all versions that count for an agent under its newest counted pin; replaced versions have no pin. Each replacement
 * at least doubles the number of worlds that the next one needs, so registering an agent again does not exploit luck.
 */
export function countVersions(inOrder: readonly RatedTournament[], task: string): RatedTournament[] {
  const newest = new Map<string, Entrant>();
  for (const versions of versionsByAgent(inOrder, task).values()) {
    const counted = countedOf(versions);
    const last = counted.at(-1);
    if (last) for (const { hash } of counted) newest.set(hash, last.entrant);
  }
  return inOrder.map(({ record, fixtures }) => ({
    fixtures,
    record: {
      ...record,
      entrants: record.entrants.map((entrant) => {
        const as = entrant.isNull ? entrant : newest.get(pinHash(entrant));
        return as ? { ...entrant, player: as.player, pin: as.pin } : { ...entrant, pin: null };
      }),
    },
  }));
}

function versionsByAgent(inOrder: readonly RatedTournament[], task: string): Map<string, Version[]> {
  const agents = new Map<string, Version[]>();
  for (const { record, fixtures } of inOrder) {
    for (const entrant of record.entrants) {
      if (entrant.isNull || entrant.pin === null) continue;
      const agent = nameOfAgent(entrant.player ?? entrant.name);
      const versions = agents.get(agent) ?? [];
      agents.set(agent, versions);
      const hash = pinHash(entrant);
      const known = versions.find((one) => one.hash === hash) ?? { entrant, hash, worlds: new Set<string>() };
      if (!versions.includes(known)) versions.push(known);
      for (const world of worldsOf(entrant.name, fixtures, task)) known.worlds.add(`${record.id} ${world}`);
    }
  }
  return agents;
}

function worldsOf(name: string, fixtures: readonly FixtureRecord[], task: string): number[] {
  const played = fixtures.filter((fixture) => isRated(fixture, task) && fixture.seats.some(({ entrant }) => entrant === name));
  return played.map(({ world }) => world);
}

function countedOf(versions: readonly Version[]): Version[] {
  let counted: Version[] = [];
  let before = 0;
  for (const version of versions) {
    const replaces = version.worlds.size >= before && before > 0;
    counted = replaces ? [version] : [...counted, version];
    before += version.worlds.size;
  }
  return counted;
}
