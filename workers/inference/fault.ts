import type { ChatFaultCode } from '../../src/inference/chat-model';

/** Why a turn is not written; sent to the requester. */
export class TurnFault extends Error {
  override readonly name = 'TurnFault';
  readonly code: ChatFaultCode;

  constructor(code: ChatFaultCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** A failure as a fault to send. The runtime's own message is left out, because it names files and turns are public. */
export function faultOf(error: unknown): { code: ChatFaultCode; why: string } {
  if (error instanceof TurnFault) return { code: error.code, why: error.message };
  const words = error instanceof Error ? error.message : String(error);
  if (/lora/i.test(words)) {
    return { code: 'bad_reply', why: 'The adapter could not be loaded: its file is broken, or it is for other weights. Add it again.' };
  }
  return { code: 'bad_reply', why: `The model runtime failed: ${withoutPaths(words)}` };
}

function withoutPaths(words: string): string {
  return words.replace(/"[^"]*[\\/][^"]*"|'[^']*[\\/][^']*'|(?:file:\/\/|[A-Za-z]:\\|(?<![\w.])[./~]*\/)\S+/g, 'a file');
}
