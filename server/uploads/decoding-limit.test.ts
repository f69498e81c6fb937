import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createDecodingLimit } from '#server/uploads/decoding-limit.ts'

/** Work that the test finishes. */
function createFixture() {
  const limit = createDecodingLimit()
  const running: string[] = []
  const ends = new Map<string, () => void>()
  const run = (name: string, ownerId: number, pixels = 1) =>
    limit.run({ owner: String(ownerId), pixels }, async () => {
      running.push(name)
      await new Promise<void>((end) => ends.set(name, end))
      running.splice(running.indexOf(name), 1)
      return name
    })
  const finish = async (name: string, started: Promise<unknown>) => {
    // The work starts a few event loop turns after a slot is free.
    for (let turns = 0; turns < 10 && !ends.has(name); turns += 1) await setImmediate()
    ends.get(name)?.()
    await started
  }
  return { run, finish, running }
}

const large = 20_000_001

describe('the decoding limit', () => {
  it('runs two at once and the next when one ends', async () => {
    const { run, finish, running } = createFixture()
    const first = run('first', 1)
    const second = run('second', 2)
    const third = run('third', 3)
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
    const { run, finish } = createFixture()
    const started = Array.from({ length: 8 }, (_, index) => run(`${index}`, index))
    assert.equal(await run('ninth', 9), undefined)
    for (const [index, one] of started.entries()) await finish(`${index}`, one)
    const later = run('later', 9)
    await finish('later', later)
    assert.equal(await later, 'later')
  })

  it('runs two of one owner and refuses a third until one ends', async () => {
    const { run, finish } = createFixture()
    const front = run('front', 1)
    const reverse = run('reverse', 1)
    assert.equal(await run('third', 1), undefined)
    await finish('front', front)
    const third = run('third', 1)
    await finish('reverse', reverse)
    await finish('third', third)
    assert.equal(await third, 'third')
  })

  it('runs a large image alone and lets none overtake it', async () => {
    const { run, finish, running } = createFixture()
    const small = run('small', 1)
    const huge = run('huge', 2, large)
    const next = run('next', 3)
    await setImmediate()
    assert.deepEqual(running, ['small'])
    await finish('small', small)
    assert.deepEqual(running, ['huge'])
    await finish('huge', huge)
    assert.deepEqual(running, ['next'])
    await finish('next', next)
  })

  it('runs the next one after a failure', async () => {
    const limit = createDecodingLimit()
    const fail = () => limit.run({ owner: '1', pixels: large }, () => Promise.reject(new Error('broken')))
    await assert.rejects(fail(), /broken/)
    await assert.rejects(fail(), /broken/)
    assert.equal(await limit.run({ owner: '1', pixels: large }, async () => 'done'), 'done')
  })
})
