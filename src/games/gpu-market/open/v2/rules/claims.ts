/** Claims under version 2: a supposition ("if job j_0_1 needed 8 hours") is not a claim, in any sentence. */
import { isAsserted } from '../../shared/rules/claim-guards';
import type { Cut, Token } from '../../shared/rules/claim-tokens';
import { type FoundClaim, findClaims } from '../../shared/rules/claims';

const CONDITIONS = new Set([
  'if',
  'assuming',
  'assume',
  'assumed',
  'assumes',
  'provided',
  'providing',
  'hypothetically',
  'whether',
  'wish',
  'wished',
]);
/** Words that before the verb mark a supposition: "would need 8 hours", "might need 8 hours". */
const MAYBE = new Set(['would', 'could', 'might', 'may', "we'd", "i'd", "it'd", 'should']);
const REACH = 7;

/** Every claim that the text makes about a job it names. */
export function findClaims2(text: string): FoundClaim[] {
  return findClaims(text, (parts, first, last) => isAsserted(parts, first, last) && !isSupposed(parts, first));
}

function isSupposed({ tokens }: Cut, first: number): boolean {
  const here = tokens[first];
  if (here === undefined) return false;
  const sentence = tokens.filter((token) => token.sentence === here.sentence);
  const [opening] = sentence;
  // "Had job j_0_1 needed 8 hours", "Were job j_0_1 to need 8 hours", "Should job j_0_1 need 8 hours"
  if (opening !== undefined && /^(had|were|should)$/.test(opening.word)) return true;
  const turn = sentence.findLastIndex((token) => isWord(token, 'but') && token.at < here.at);
  const clause = sentence.slice(turn + 1);
  if (clause.some((token) => token.kind === 'word' && CONDITIONS.has(token.word) && !isNotYet(clause, token))) return true;
  if (clause.some((token, i) => isWord(token, 'in') && clause[i + 1]?.word === 'case')) return true;
  const at = clause.findIndex((token) => token.at === here.at);
  return clause.slice(Math.max(0, at - REACH), at).some((token) => token.kind === 'word' && MAYBE.has(token.word));
}

/** "If it is not ready by round 8, we lose": this still states when it is due. */
function isNotYet(clause: readonly Token[], condition: Token): boolean {
  const from = clause.findIndex((token) => token.at === condition.at);
  return clause
    .slice(from + 1, from + 5)
    .some((token) => token.kind === 'word' && /^(not|isn't|isnt|aren't|don't|dont|doesn't|doesnt|no)$/.test(token.word));
}

function isWord(token: Token, word: string): boolean {
  return token.kind === 'word' && token.word === word;
}
