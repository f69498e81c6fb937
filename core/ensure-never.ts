/** Default case of a switch over a closed union: an unhandled case does not compile. */
export function ensureNever(value: never): never {
  throw new Error(`unhandled case: ${JSON.stringify(value)}`)
}
