/** The server's only source of time. Rooms are handed a clock; tests hand them one they move by hand. */
export type Clock = {
  /** Milliseconds since the epoch, UTC. */
  readonly now: () => number
  /** Milliseconds that only ever grow, for measuring how long something took. */
  readonly elapsed: () => number
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
}
