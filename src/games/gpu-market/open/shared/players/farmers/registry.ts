/** What the farming table tries. */
import type { Farmer } from './farmer';
import { coalitionFormer, guessingPitcher, keywordPitcher, repeater, splitter } from './idle';
import { bondCycler, feeder, washTraders } from './pairs';
import { seedReader } from './seed-reader';
import { beggar, bondTrapper, depositTrapper, dregsSeller, falseSwapper, passenger, withdrawer } from './swindlers';

/** Farmers: whatever they do makes nothing, so they must gain nothing. */
export const FARMERS: readonly Farmer[] = [
  coalitionFormer,
  keywordPitcher,
  guessingPitcher,
  splitter,
  repeater,
  beggar,
  dregsSeller,
  falseSwapper,
  depositTrapper,
  bondTrapper,
  passenger,
  washTraders,
  feeder,
  bondCycler,
];

/** Tricks with real things, each against an honest lab that deals in the same: what is left is the trick. */
export const TRICKS: readonly Farmer[] = [withdrawer, seedReader];
