import { describe, expect, it } from 'vitest';
import { logLine } from './log';

describe('a line of the log in a terminal', () => {
  it('is a sentence with its reason, not JSON', () => {
    const json = `{"level":40,"time":"2026-11-26T18:00:00.000Z","process":"p","fault":{"type":"Error","message":"out of memory\\n  at x"},"matchId":"abc","msg":"a world could not be solved"}\n`;
    expect(logLine(json)).toBe('Warning: a world could not be solved: out of memory (matchId: abc)\n');
  });

  it('says nothing of what it does not know', () => {
    expect(logLine('{"level":30,"msg":"ready"}\n')).toBe('ready\n');
    expect(logLine('{"level":50,"fault":"gone","seats":["a"]}\n')).toBe('Error: gone (seats: ["a"])\n');
    expect(logLine('not json\n')).toBe('not json\n');
  });
});
