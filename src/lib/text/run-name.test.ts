import { expect, test } from 'vitest';
import { RUN_NAME, runNameOfFile } from './run-name';

test.each([
  ['trainer_state.json', 'trainer_state'],
  ['My run (2).jsonl', 'My-run-2-'],
  ['.hidden.log', 'hidden'],
  ['../../etc/passwd', 'etc-passwd'],
  ['наш.jsonl', ''],
])('the file %s is suggested the name %j', (file, name) => {
  expect(runNameOfFile(file)).toBe(name);
  if (name !== '') expect(name).toMatch(RUN_NAME);
});
