import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'

export type Sequence = {
  /** The next number; undefined when none is left because the database has not answered for hours. */
  readonly next: () => number | undefined
  /**
   * Whether so few are left that quotes may have none of them: they are for changes of state, so that a market whose
   * quotes no longer get a number can still turn stale.
   */
  readonly isLow: () => boolean
}

type Parts = {
  /** Resolves with the last number of a block of this size that nobody else gets. */
  readonly takeBlock: (size: number) => Promise<number>
  readonly log: Log
  readonly clock: Pick<Clock, 'elapsed'>
  readonly blockSize?: number
}

const retryAfterMs = 1000
const mostForStates = 10_000

/** Takes numbers from the database in blocks, the next block long before this one ends. */
export async function createSequence(parts: Parts): Promise<Sequence> {
  const { takeBlock, log, clock, blockSize = 4_000_000 } = parts
  const forStates = Math.min(mostForStates, blockSize / 4)
  let block = blockOf(await takeBlock(blockSize))
  let following: Block | undefined
  let isAsking = false
  let failedAtMs = Number.NEGATIVE_INFINITY

  function blockOf(last: number): Block {
    return { next: last - blockSize + 1, last }
  }

  function askInTime(): void {
    const isEarly = leftIn(block) > blockSize / 2
    if (isEarly || isAsking || following !== undefined || clock.elapsed() - failedAtMs < retryAfterMs) return
    isAsking = true
    takeBlock(blockSize)
      .then(
        (last) => {
          following = blockOf(last)
        },
        (fault: unknown) => {
          failedAtMs = clock.elapsed()
          log.error({ fault }, 'no new block of the market sequence; trying again')
        },
      )
      .finally(() => {
        isAsking = false
      })
  }

  return {
    next() {
      askInTime()
      if (leftIn(block) === 0) {
        if (following === undefined) return undefined
        block = following
        following = undefined
      }
      return block.next++
    },
    isLow() {
      askInTime()
      return following === undefined && leftIn(block) <= forStates
    },
  }
}

type Block = { next: number; readonly last: number }

function leftIn({ next, last }: Block): number {
  return last - next + 1
}
