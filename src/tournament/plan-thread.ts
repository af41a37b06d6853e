/** What the thread of `plan-beside.ts` does: it reads a tournament's file. Started through `plan-entry.mjs`. */
import { parentPort } from 'node:worker_threads';
import { readPlanText } from './read-plan';

parentPort?.on('message', (text: string) => parentPort?.postMessage(readPlanText(text)));
