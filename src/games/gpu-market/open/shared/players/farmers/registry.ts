/** The rows of the farming table. */
import type { Farmer } from './farmer';
import { coalitionFormer, guessingPitcher, keywordPitcher, repeater, splitter } from './idle';
import { bondCycler, feeder, washTraders } from './pairs';
import { seedReader } from './seed-reader';
import { beggar, bondTrapper, depositTrapper, dregsSeller, falseSwapper, passenger, withdrawer } from './swindlers';

/** Their moves make nothing, so they must gain nothing. */
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

/** Tricks that sell real blocks, each compared with an honest lab that sells the same. */
export const TRICKS: readonly Farmer[] = [withdrawer, seedReader];
