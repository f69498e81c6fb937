import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createSequence } from '#server/market-data/quote-sequence.ts'
import { createLog } from '#server/platform/log.ts'

const log = createLog('silent')
const clock = { elapsed: () => 0 }

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
    const sequence = await createSequence({ takeBlock: take, log, clock, blockSize: 10 })
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
    const sequence = await createSequence({ takeBlock: take, log, clock, blockSize: 4 })
    await take(4)
    const numbers: number[] = []
    for (let count = 0; count < 8; count++) {
      numbers.push(sequence.next() ?? 0)
      await settled()
    }
    assert.deepEqual(numbers, [1, 2, 3, 4, 9, 10, 11, 12])
  })

  test('has nothing to give, rather than a number twice, while the database is away', async () => {
    const { sequence, database, settle } = await createAway(2)
    assert.deepEqual([sequence.next(), sequence.next(), sequence.next()], [1, 2, undefined])
    await settle(1000)
    database.isAway = false
    assert.equal(sequence.next(), undefined)
    await settle(0)
    assert.equal(sequence.next(), 3)
  })

  test('asks a database that is away once a second, however many numbers are wanted', async () => {
    const { sequence, database, settle } = await createAway(1000)
    for (let tenth = 0; tenth < 100; tenth++) {
      for (let count = 0; count < 8; count++) sequence.next()
      await settle(100)
    }
    // From the 63rd tenth on the block is more than half empty.
    assert.equal(database.asked, 4)
  })

  test('says when it runs low, while there is still some left, and asks for more then too', async () => {
    const { sequence, database, settle } = await createAway(8)
    for (let count = 0; count < 5; count++) sequence.next()
    assert.ok(!sequence.isLow())
    sequence.next()
    assert.ok(sequence.isLow())
    await settle(1000)
    database.isAway = false
    assert.ok(sequence.isLow())
    await settle(0)
    assert.ok(!sequence.isLow())
  })
})

/** A sequence whose database has gone away after the first block. */
async function createAway(blockSize: number) {
  const database = { isAway: false, asked: 0 }
  const take = takeFrom(0)
  let nowMs = 0
  const takeBlock = async (size: number) => {
    if (!database.isAway) return await take(size)
    database.asked += 1
    throw new Error('away')
  }
  const sequence = await createSequence({ takeBlock, log, clock: { elapsed: () => nowMs }, blockSize })
  database.isAway = true
  async function settle(passMs: number): Promise<void> {
    await settled()
    nowMs += passMs
  }
  return { sequence, database, settle }
}
