import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createSequence } from '#server/market-data/quotes/sequence.ts'
import { createLog } from '#server/platform/log.ts'

const log = createLog('silent')

/** Lets everything that was promised come true. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}

function takeFrom(first: number): (size: number) => Promise<number> {
  let taken = first
  return async (size) => {
    taken += size
    return taken
  }
}

describe('the sequence', () => {
  test('goes on from block to block, asking for the next before this one ends', async () => {
    const take = takeFrom(100)
    const sequence = await createSequence(take, log, 10)
    const numbers: (number | undefined)[] = []
    for (let count = 0; count < 25; count++) {
      numbers.push(sequence.next())
      await settled()
    }
    assert.deepEqual(
      numbers,
      Array.from({ length: 25 }, (_, at) => 101 + at),
    )
  })

  test('never goes back when another process took blocks in between', async () => {
    const take = takeFrom(0)
    const sequence = await createSequence(take, log, 4)
    await take(4)
    const numbers: number[] = []
    for (let count = 0; count < 8; count++) {
      numbers.push(sequence.next() ?? 0)
      await settled()
    }
    assert.deepEqual(numbers, [1, 2, 3, 4, 9, 10, 11, 12])
  })

  test('has nothing to give, rather than a number twice, while the database is away', async () => {
    let isAway = false
    const take = takeFrom(0)
    const sequence = await createSequence(
      async (size) => {
        if (isAway) throw new Error('away')
        return await take(size)
      },
      log,
      2,
    )
    isAway = true
    assert.deepEqual([sequence.next(), sequence.next(), sequence.next()], [1, 2, undefined])
    await settled()
    isAway = false
    assert.equal(sequence.next(), undefined)
    await settled()
    assert.equal(sequence.next(), 3)
  })
})
