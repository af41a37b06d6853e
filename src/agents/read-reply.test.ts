import { expect, test } from 'vitest';
import { readReply } from './read-reply';

const wait = { action_type: 'wait' };

test.each([
  ['as it stands', '{"action_type":"wait"}', false],
  ['in a fence', '```json\n{"action_type": "wait"}\n```', false],
  ['in prose', 'Sure, I\'d wait: {"action_type":"wait"}. That\'s all.', false],
  ['after thinking aloud', '<think>{"action_type":"finish"} or not?</think>{"action_type":"wait"}', false],
  ['in a list', '[{"action_type":"wait"}]', false],
  ['in single quotes', "{'action_type': 'wait'}", true],
  ['with a comma too many', '{"action_type":"wait",}', true],
])('one object is read %s', (_, text, mended) => {
  expect(readReply(text)).toEqual({ ok: true, value: wait, mended });
});

test('an apostrophe inside a single-quoted text is no end of it', () => {
  expect(readReply("{'action_type': 'send_message', 'message': 'it\\'s } fine'}")).toMatchObject({
    ok: true,
    value: { message: "it's } fine" },
  });
  expect(readReply('{"action_type":"send_message","message":"a } brace, it\'s {"}')).toMatchObject({ ok: true, mended: false });
});

test.each([
  ['two objects', '{"action_type":"wait"} {"action_type":"finish"}', '2 JSON objects'],
  ['an example and an answer', 'Like {"a":1}? Mine: ```{"action_type":"wait"}```', '2 JSON objects'],
  ['none', 'I wait.', 'no JSON object'],
  ['nothing', '', 'no JSON object'],
  ['half of one', '{"action_type":"send_message","message":"hel', 'not closed'],
  ['one and half of another', '{"action_type":"wait"} {"action_type":', 'not closed'],
  ['thinking without end', '<think>{"action_type":"wait"}', 'no JSON object'],
  ['far too much', `${'x'.repeat(20_001)}{"action_type":"wait"}`, 'longer than'],
])('%s is refused with a sentence', (_, text, why) => {
  const read = readReply(text);
  expect(read.ok).toBe(false);
  expect(read.ok ? '' : read.why).toContain(why);
});
