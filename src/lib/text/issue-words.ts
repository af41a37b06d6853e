import type { z } from 'zod';

const EXPECTED: Record<string, string> = {
  array: 'must be a list',
  boolean: 'must be true or false',
  int: 'must be a whole number',
  number: 'must be a number',
  object: 'must be an object',
  record: 'must be an object of names and values',
  string: 'must be text',
};

/** A zod issue in words that follow the field's name: `labs` `must be at most 64`. `own`: other words for an expected type. */
export function issueWords(issue: z.core.$ZodIssue, own: Readonly<Record<string, string>> = {}): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.message.endsWith('received undefined')
        ? 'is missing'
        : (own[issue.expected] ?? EXPECTED[issue.expected] ?? issue.message);
    case 'too_small':
      return boundWords(issue.origin, { word: issue.inclusive === false ? 'more than' : 'at least', bound: issue.minimum });
    case 'too_big':
      return boundWords(issue.origin, { word: 'at most', bound: issue.maximum });
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'unrecognized_keys':
      return `has no field ${issue.keys.map((key) => `"${key.slice(0, 60)}"`).join(', ')}`;
    default:
      return issue.message;
  }
}

function boundWords(origin: string, { word, bound }: { word: string; bound: number | bigint }): string {
  if (origin === 'string') return Number(bound) === 1 && word === 'at least' ? 'is empty' : `must have ${word} ${bound} characters`;
  return origin === 'array' ? `must have ${word} ${bound} ${Number(bound) === 1 ? 'entry' : 'entries'}` : `must be ${word} ${bound}`;
}
