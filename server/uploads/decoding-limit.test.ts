import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createDecodingGate } from '#server/uploads/decoding-limit.ts'

/** Work that the test finishes. */
function createStage() {
  const gate = createDecodingGate()
  const running: string[] = []
  const ends = new Map<string, () => void>()
  const pass = (name: string, ownerId: number, pixels = 1) =>
    gate.pass({ ownerId, pixels }, async () => {
      running.push(name)
      await new Promise<void>((end) => ends.set(name, end))
      running.splice(running.indexOf(name), 1)
      return name
    })
  const finish = async (name: string, passing: Promise<unknown>) => {
    // It starts a few event loop turns after a slot is free.
    for (let turns = 0; turns < 10 && !ends.has(name); turns += 1) await setImmediate()
    ends.get(name)?.()
    await passing
  }
  return { pass, finish, running }
}

const large = 20_000_001

describe('decoding gate', () => {
  it('runs two at once and the next when one ends', async () => {
    const { pass, finish, running } = createStage()
    const first = pass('first', 1)
    const second = pass('second', 2)
    const third = pass('third', 3)
    await setImmediate()
    assert.deepEqual(running, ['first', 'second'])
    await finish('second', second)
    assert.deepEqual(running, ['first', 'third'])
    await finish('first', first)
    await finish('third', third)
    assert.equal(await third, 'third')
    assert.deepEqual(running, [])
  })

  it('refuses at once when the queue is full', async () => {
    const { pass, finish } = createStage()
    const passing = Array.from({ length: 8 }, (_, index) => pass(`${index}`, index))
    assert.equal(await pass('ninth', 9), undefined)
    for (const [index, one] of passing.entries()) await finish(`${index}`, one)
    const later = pass('later', 9)
    await finish('later', later)
    assert.equal(await later, 'later')
  })

  it('runs two of one owner and refuses a third until one ends', async () => {
    const { pass, finish } = createStage()
    const front = pass('front', 1)
    const reverse = pass('reverse', 1)
    assert.equal(await pass('third', 1), undefined)
    await finish('front', front)
    const third = pass('third', 1)
    await finish('reverse', reverse)
    await finish('third', third)
    assert.equal(await third, 'third')
  })

  it('runs a large picture alone and lets none overtake it', async () => {
    const { pass, finish, running } = createStage()
    const small = pass('small', 1)
    const huge = pass('huge', 2, large)
    const next = pass('next', 3)
    await setImmediate()
    assert.deepEqual(running, ['small'])
    await finish('small', small)
    assert.deepEqual(running, ['huge'])
    await finish('huge', huge)
    assert.deepEqual(running, ['next'])
    await finish('next', next)
  })

  it('runs the next one after a failure', async () => {
    const gate = createDecodingGate()
    const fail = () => gate.pass({ ownerId: 1, pixels: large }, () => Promise.reject(new Error('broken')))
    await assert.rejects(fail(), /broken/)
    await assert.rejects(fail(), /broken/)
    assert.equal(await gate.pass({ ownerId: 1, pixels: large }, async () => 'done'), 'done')
  })
})
