import type { Log } from '#server/platform/log.ts'

export type Sequence = {
  /** The next number; undefined when none is left because the database has not answered for hours. */
  readonly next: () => number | undefined
}

/** Takes numbers from the database in blocks, the next block long before this one ends. */
export async function createSequence(
  takeBlock: (size: number) => Promise<number>,
  log: Log,
  blockSize = 4_000_000,
): Promise<Sequence> {
  let block = blockOf(await takeBlock(blockSize))
  let following: Block | undefined
  let isAsking = false

  function blockOf(last: number): Block {
    return { next: last - blockSize + 1, last }
  }

  function ask(): void {
    if (isAsking || following !== undefined) return
    isAsking = true
    takeBlock(blockSize)
      .then(
        (last) => {
          following = blockOf(last)
        },
        (fault: unknown) => log.error({ fault }, 'no new block of the market sequence'),
      )
      .finally(() => {
        isAsking = false
      })
  }

  return {
    next() {
      if (block.next > block.last - blockSize / 2) ask()
      if (block.next > block.last) {
        if (following === undefined) return undefined
        block = following
        following = undefined
      }
      return block.next++
    },
  }
}

type Block = { next: number; readonly last: number }
