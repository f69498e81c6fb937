import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createFileTurns } from '#server/gateway/file-turns.ts'

describe('turns of files', () => {
  it('are three of one caller, wherever they are', () => {
    const turns = createFileTurns()
    const ends = ['a', 'b', 'c'].map((network) => turns.take('ann', network))
    assert.ok(ends.every((end) => end !== undefined))
    assert.equal(turns.take('ann', 'd'), undefined)
    ends[0]?.()
    ends[0]?.()
    assert.ok(turns.take('ann', 'd') !== undefined)
    assert.equal(turns.take('ann', 'e'), undefined)
  })

  it('are four from one network, whoever they are', () => {
    const turns = createFileTurns()
    const ends = ['ann', 'bob', 'cat', 'dan'].map((name) => turns.take(name, 'home'))
    assert.ok(ends.every((end) => end !== undefined))
    assert.equal(turns.take('eve', 'home'), undefined)
    assert.ok(turns.take('eve', 'elsewhere') !== undefined)
    ends[3]?.()
    assert.ok(turns.take('eve', 'home') !== undefined)
    assert.equal(turns.take('fay', 'home'), undefined)
  })

  it('are sixteen in all', () => {
    const turns = createFileTurns()
    const ends = Array.from({ length: 16 }, (_, index) => turns.take(`user ${index}`, `network ${index}`))
    assert.ok(ends.every((end) => end !== undefined))
    assert.equal(turns.take('one more', 'one more'), undefined)
    for (const end of ends) end?.()
    assert.ok(turns.take('one more', 'one more') !== undefined)
  })
})
