import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { maxReads, packPollMs } from '#web/screens/complaints/pack-poll.ts'

describe('the poll of a pack', () => {
  test('waits longer each time, up to half a minute, and ends', () => {
    const waits = Array.from({ length: maxReads + 2 }, (_, reads) => packPollMs('waiting', reads + 1))
    assert.deepEqual(waits.slice(0, 4), [2_000, 3_000, 4_500, 6_750])
    assert.deepEqual(waits.slice(-4), [30_000, false, false, false])
    const total = waits.reduce<number>((sum, wait) => sum + (wait === false ? 0 : wait), 0)
    assert.ok(total > 5 * 60_000 && total < 15 * 60_000, String(total))
  })

  for (const pack of ['none', 'ready', 'failed', undefined] as const)
    test(`does not happen if the pack is ${pack}`, () => assert.equal(packPollMs(pack, 1), false))
})
