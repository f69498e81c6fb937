import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createTurns } from '#server/codes/turns.ts'

function gate() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  return { promise, resolve, reject }
}

describe('turns', () => {
  test('let a few in, keep some waiting, and turn away the rest at once', async () => {
    const turns = createTurns({ atOnce: 2, mostWaiting: 1 })
    const gates = [gate(), gate(), gate(), gate()] as const
    const entered: number[] = []
    const results = gates.map(({ promise }, index) =>
      turns.take(async () => {
        entered.push(index)
        return await promise
      }),
    )
    assert.equal(await results[3], undefined)
    assert.deepEqual(entered, [0, 1])
    gates[1].resolve('second')
    assert.equal(await results[1], 'second')
    assert.deepEqual(entered, [0, 1, 2])
    gates[0].resolve('first')
    gates[2].resolve('third')
    assert.deepEqual(await Promise.all(results), ['first', 'second', 'third', undefined])
  })

  test('come again after work that failed', async () => {
    const turns = createTurns({ atOnce: 1, mostWaiting: 5 })
    const failing = gate()
    const first = turns.take(() => failing.promise)
    const second = turns.take(async () => 'done')
    failing.reject(new Error('broken'))
    await assert.rejects(first, /broken/)
    assert.equal(await second, 'done')
    assert.equal(await turns.take(async () => 'again'), 'again')
  })

  test('are never more than allowed, however they come and go', async () => {
    const turns = createTurns({ atOnce: 3, mostWaiting: 100 })
    let inside = 0
    let most = 0
    const work = async () => {
      inside += 1
      most = Math.max(most, inside)
      for (let turn = 0; turn < 3; turn += 1) await Promise.resolve()
      inside -= 1
    }
    await Promise.all(Array.from({ length: 50 }, () => turns.take(work)))
    assert.deepEqual([most, inside], [3, 0])
  })
})
