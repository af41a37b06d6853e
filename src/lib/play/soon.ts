/** What most games know at once and some have to wait for. */
export type Soon<T> = T | Promise<T>;

/** What is known at once is handled at once: most steps are, and a promise each would cost more than the step. */
export function after<From, To>(soon: Soon<From>, handle: (value: From) => Soon<To>): Soon<To> {
  return soon instanceof Promise ? soon.then(handle) : handle(soon);
}
