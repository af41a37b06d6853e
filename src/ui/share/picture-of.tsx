import type { ReactElement } from 'react';
import type { AnyGameScreens } from '~/contract/screens';
import { loadScreens, roundShown, roundsAfter } from '~/games/screens';
import { formatDelta, formatFixed, formatNumber } from '~/kit/format';
import { labelled } from '~/kit/names';
import { PLAIN_PICTURE, plainColor } from '~/kit/plain-colors';
import { matchTitle } from '~/store/match-types';
import { namedThings } from '../match/names';
import { resultWords } from '../match/result-words';
import { byGain, calledAt, leadersOf, standingsOf } from '../match/standing';
import { taskTitle } from '../task-title';
import { DRAWING_SIZE, NeutralCard, ShareCard, type SharedCard } from './share-card';
import type { SharedMoment } from './shared-moment';

/** The picture of a moment; null: a match of which nothing may be shown. */
export async function pictureOf(moment: SharedMoment | null): Promise<ReactElement> {
  const screens = moment && (await loadScreens(moment.card.key));
  return moment && screens ? <SharePicture screens={screens} moment={moment} /> : <NeutralCard />;
}

// The picture of a moment: ranking by the game's figure, its drawing, and the newest line.

/** All of it in words; also used for the page's description. */
export function sharedCard(screens: AnyGameScreens, { card, view, events, isEnd, gains }: SharedMoment): SharedCard {
  const { match, names, Picture } = screens;
  const { score } = match;
  const stage = match.stage(view);
  const seats = card.seats.map(({ seat }) => seat);
  const scored = isEnd && screens.end.gains !== undefined ? gains : null;
  const called = (seat: string) => calledAt(card.seats, seat, names.nameOf);
  const standing = standingsOf(score, seats, { view, before: [], groups: [] });
  const places = scored === null ? standing : byGain(standing, scored);
  const leaders = scored === null ? leadersOf(score, seats, view) : places.filter(({ rank }) => rank === 1).map(({ seat }) => seat);
  const winners = places.filter(({ rank }) => rank === 1).map(({ seat }) => called(seat));
  const colorOf = (seat: string) => plainColor(names.colorOf(seat));
  const drawing = Picture?.({ view, card, colorOf, colors: PLAIN_PICTURE, ...DRAWING_SIZE }) ?? null;
  return {
    title: matchTitle(card.seats),
    task: taskTitle(card),
    state: isEnd
      ? 'Final result'
      : `${card.status === 'running' ? 'Live, round' : 'Round'} ${roundShown(card.key, Math.min(stage.round, stage.rounds - 1))}${roundsAfter(card.key, stage.rounds)}`,
    caption:
      (isEnd && screens.end.headline?.(view, card)) ||
      (scored !== null && `${resultWords({ places, unit: score.unit, gains: scored, profit: score.title }, called)}.`) ||
      (isEnd && winners.length > 0 && seats.length > 1
        ? resultCaption(winners, screens.end.gains === undefined ? null : score.title)
        : tellNewest(screens, { events, view })),
    rows: places.map(({ seat, value }) => ({
      seat,
      letter: names.letterOf(seat),
      color: colorOf(seat),
      name: called(seat),
      value:
        scored?.[seat] !== undefined
          ? `gain ${formatFixed(scored[seat], 2)}`
          : value === null
            ? null
            : `${score.unit === '' ? formatNumber(value) : formatDelta(value)} ${score.unit}`.trim(),
      leads: leaders.includes(seat),
    })),
    drawing,
  };
}

/** `profit`: the name of the figures if rankings use something else. */
export function resultCaption(winners: readonly string[], profit: string | null): string {
  const who = winners.join(' and ');
  if (profit !== null) return winners.length > 1 ? `${who} made the same ${profit}, the most.` : `${who} made the most ${profit}.`;
  return `${who} ${winners.length > 1 ? 'share first place' : 'wins'}.`;
}

/** The newest line of the story with display names. */
function tellNewest(screens: AnyGameScreens, { events, view }: Pick<SharedMoment, 'events' | 'view'>): string {
  const { feed, names, match } = screens;
  const story = new Set(feed.topics.filter((topic) => topic.story).map(({ topic }) => topic));
  const seats = [...match.thingsOf(view).values()].filter(({ kind }) => kind === 'seat');
  const event = events.findLast((one) => {
    const topic = one && feed.topicOf(one);
    return topic !== null && story.has(topic);
  });
  if (!event) return '';
  const text = feed.tell(event, Object.fromEntries(seats.map(({ id }) => [id, names.nameOf(id)])));
  return labelled(text, namedThings(screens, view).said);
}

function SharePicture({ screens, moment }: { screens: AnyGameScreens; moment: SharedMoment }) {
  return <ShareCard {...sharedCard(screens, moment)} />;
}
