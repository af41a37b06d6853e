import type { ChatFaultCode } from '../../src/inference/chat-model';

/** Why a turn is not written; goes to whoever asked. */
export class TurnFault extends Error {
  override readonly name = 'TurnFault';
  readonly code: ChatFaultCode;

  constructor(code: ChatFaultCode, message: string) {
    super(message);
    this.code = code;
  }
}
