import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createQuoteSequence } from '#server/market-data/quote-sequence.ts'
import { createLog } from '#server/platform/log.ts'

const log = createLog('silent')
const clock = { elapsed: () => 0 }

/** Lets pending promises settle. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}

function allocateFrom(first: number): (size: number) => Promise<number> {
  let allocated = first
  return async (size) => {
    allocated += size
    return allocated
  }
}

describe('the quote sequence', () => {
  test('continues without a gap from block to block', async () => {
    const allocate = allocateFrom(100)
    const sequence = await createQuoteSequence({ allocateBlock: allocate, log, clock, blockSize: 10 })
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

  test('never decreases when another process allocates blocks in between', async () => {
    const allocate = allocateFrom(0)
    const sequence = await createQuoteSequence({ allocateBlock: allocate, log, clock, blockSize: 4 })
    await allocate(4)
    const numbers: number[] = []
    for (let count = 0; count < 8; count++) {
      numbers.push(sequence.next() ?? 0)
      await settled()
    }
    assert.deepEqual(numbers, [1, 2, 3, 4, 9, 10, 11, 12])
  })

  test('returns nothing when its numbers are used up and the database is down', async () => {
    const { sequence, database, settle } = await createFailing(2)
    assert.deepEqual([sequence.next(), sequence.next(), sequence.next()], [1, 2, undefined])
    await settle(1000)
    database.isDown = false
    assert.equal(sequence.next(), undefined)
    await settle(0)
    assert.equal(sequence.next(), 3)
  })

  test('retries a failed allocation once a second', async () => {
    const { sequence, database, settle } = await createFailing(1000)
    for (let tenth = 0; tenth < 100; tenth++) {
      for (let count = 0; count < 8; count++) sequence.next()
      await settle(100)
    }
    // Half of the block is used at 6.2 s, so the allocation fails at 6.2, 7.2, 8.2 and 9.2 s.
    assert.equal(database.requests, 4)
  })

  test('reports that it is low while some numbers are left, and fetches more', async () => {
    const { sequence, database, settle } = await createFailing(8)
    for (let count = 0; count < 5; count++) sequence.next()
    assert.ok(!sequence.isLow())
    sequence.next()
    assert.ok(sequence.isLow())
    await settle(1000)
    database.isDown = false
    assert.ok(sequence.isLow())
    await settle(0)
    assert.ok(!sequence.isLow())
  })
})

/** A sequence whose database fails after the first block. */
async function createFailing(blockSize: number) {
  const database = { isDown: false, requests: 0 }
  const allocate = allocateFrom(0)
  let nowMs = 0
  const allocateBlock = async (size: number) => {
    if (!database.isDown) return await allocate(size)
    database.requests += 1
    throw new Error('database is down')
  }
  const sequence = await createQuoteSequence({
    allocateBlock,
    log,
    clock: { elapsed: () => nowMs },
    blockSize,
  })
  database.isDown = true
  async function settle(passMs: number): Promise<void> {
    await settled()
    nowMs += passMs
  }
  return { sequence, database, settle }
}
