/** Every screen worth a picture, by place. */
import type { Page } from '@playwright/test';
import { MATCH_SCREENS } from './match-screens';
import { PLACE_SCREENS } from './place-screens';
import { SEAT_SCREENS } from './seat-screens';
import type { Stage } from './stage';

export interface Screen {
  name: string;
  /** What it shows, in words. */
  about: string;
  /** Its address; what it shows is made first. */
  at: string | ((stage: Stage) => Promise<string>);
  /** What is done before the picture. */
  act?: (page: Page) => Promise<void>;
  /** Only what the window shows: something lies over the page. */
  fold?: true;
  /** A request is meant to fail. */
  fails?: true;
  /** Through a proxy, and so with no rights. */
  stranger?: true;
  /** Of a server on which nothing was played yet. */
  empty?: true;
}

export const SCREENS: readonly Screen[] = [...PLACE_SCREENS, ...MATCH_SCREENS, ...SEAT_SCREENS];
