import type { Command } from 'commander';
import { newCommand } from '../new-command';

export function mcpCommand(): Command {
  return newCommand('mcp', 'A server of the Model Context Protocol on standard input and output: reset, observe, legal_actions, act.', [
    'mcp',
  ]).action(async () => {
    const { serveMcp } = await import('../env/serve-mcp');
    await serveMcp();
  });
}
