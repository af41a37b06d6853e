/** Why Mandi cannot start, as a sentence; shown without a stack trace. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
