/** The server's only source of time. Modules receive a clock; tests pass one they advance themselves. */
export type Clock = {
  /** Milliseconds since the epoch, UTC. */
  readonly now: () => number
  /** Monotonic milliseconds, for measuring durations. */
  readonly elapsed: () => number
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
}
