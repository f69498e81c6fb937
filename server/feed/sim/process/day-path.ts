export const dayMinutes = 1440
/** A minute is drawn at its start, its end, and every sixteenth of it in between. */
export const marksInMinute = 17

/** One day of a process. */
export type DayPath = {
  /** At the start of each minute, and at the end of the last. */
  readonly values: Float64Array
  /** How much each minute moves, jumps aside. */
  readonly variances: Float64Array
  /** How much it was expected to have moved by each minute, whatever the chance of the day. */
  readonly clock: Float64Array
  readonly jump: Jump | undefined
  /** What the inside of its minutes is drawn from. */
  readonly key: number
}

/** A sudden move, as on news. */
export type Jump = {
  readonly minute: number
  /** The first mark within the minute that is beyond it. */
  readonly mark: number
  readonly size: number
}
