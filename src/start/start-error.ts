/** Why Mandi cannot start, in a sentence for who starts it; shown without a stack trace. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
