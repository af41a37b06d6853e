import { alwaysAccept } from './always-accept';
import { baseInstructNaive } from './base-instruct-naive';
import { coalitionFormer } from './coalition-former';
import { constant } from './constant';
import { greedyHoarder, noNegotiationAllocator } from './greedy-hoarder';
import { pitchingExpert } from './pitching-expert';
import { randomLegal } from './random-legal';
import { randomValidish } from './random-validish';
import { ruleBasedExpert } from './rule-based-expert';
import { wait } from './wait';

/** The scripted policies of `classic`. A new one is a file and a line here. */
export const classicPlayers = [
  ruleBasedExpert,
  alwaysAccept,
  greedyHoarder,
  noNegotiationAllocator,
  randomValidish,
  baseInstructNaive,
  wait,
  constant,
  randomLegal,
  coalitionFormer,
  pitchingExpert,
];
