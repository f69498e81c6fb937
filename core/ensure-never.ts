/** Ends a switch over a closed union: a case that is added later does not compile until it is handled. */
export function ensureNever(value: never): never {
  throw new Error(`unhandled case: ${JSON.stringify(value)}`)
}
