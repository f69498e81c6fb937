import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'

export type QuoteSequence = {
  /** Undefined when the numbers are used up, because the database has been unreachable for hours. */
  readonly next: () => number | undefined
  /**
   * True if the remaining numbers are reserved for state changes, so that markets without quotes can still become
   * stale.
   */
  readonly isLow: () => boolean
}

type Parts = {
  /** Reserves a block of this size and resolves with its last number. */
  readonly allocateBlock: (size: number) => Promise<number>
  readonly log: Log
  readonly clock: Pick<Clock, 'elapsed'>
  readonly blockSize?: number
}

const retryAfterMs = 1000
const maxReserved = 10_000

/** Sequence numbers in blocks from the database. The next block is fetched when half of the current one is used. */
export async function createQuoteSequence(parts: Parts): Promise<QuoteSequence> {
  const { allocateBlock, log, clock, blockSize = 4_000_000 } = parts
  const reserved = Math.min(maxReserved, blockSize / 4)
  let block = blockOf(await allocateBlock(blockSize))
  let nextBlock: Block | undefined
  let isFetching = false
  let failedAtMs = Number.NEGATIVE_INFINITY

  function blockOf(last: number): Block {
    return { next: last - blockSize + 1, last }
  }

  function prefetch(): void {
    const isEarly = leftIn(block) > blockSize / 2
    if (isEarly || isFetching || nextBlock !== undefined || clock.elapsed() - failedAtMs < retryAfterMs)
      return
    isFetching = true
    allocateBlock(blockSize)
      .then(
        (last) => {
          nextBlock = blockOf(last)
        },
        (fault: unknown) => {
          failedAtMs = clock.elapsed()
          log.error({ fault }, 'could not allocate a block of quote sequence numbers; retrying')
        },
      )
      .finally(() => {
        isFetching = false
      })
  }

  return {
    next() {
      prefetch()
      if (leftIn(block) === 0) {
        if (nextBlock === undefined) return undefined
        block = nextBlock
        nextBlock = undefined
      }
      return block.next++
    },
    isLow() {
      prefetch()
      return nextBlock === undefined && leftIn(block) <= reserved
    },
  }
}

type Block = { next: number; readonly last: number }

function leftIn({ next, last }: Block): number {
  return last - next + 1
}
