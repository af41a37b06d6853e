/** A value that most games have immediately and some must wait for. */
export type Soon<T> = T | Promise<T>;

/** Handles an immediate value synchronously. Most steps are synchronous, and a promise for each would cost more than the step. */
export function after<From, To>(soon: Soon<From>, handle: (value: From) => Soon<To>): Soon<To> {
  return soon instanceof Promise ? soon.then(handle) : handle(soon);
}
