/** The whole stop. After this time the server gives up and exits. */
export const stopTimeoutMs = 60_000

/** How long each step of a stop may take. The steps follow one another, so together they must fit into the whole. */
export const stopBoundsMs = {
  /** HTTP requests finish, and sockets close. */
  requests: 8_000,
  /** The feed stops, and the last quotes and candles are saved. */
  prices: 5_000,
  /** Every decision is committed. Meanwhile followers stop, which takes them half as long at most. */
  engine: 10_000,
  /** The deletion of expired data ends. */
  sweep: 1_000,
  /** Messages being sent. Meanwhile the last heads are recorded and posted, each within half of it. */
  messages: 4_000,
  listener: 2_000,
  pools: 2_000,
  /** PostgreSQL writes a checkpoint. */
  postgres: 20_000,
  /** PostgreSQL stops without one. It kills its own processes after five seconds. */
  postgresAtOnce: 7_000,
} as const
