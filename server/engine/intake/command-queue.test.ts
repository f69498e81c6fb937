import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Command } from '#core/decision/command.ts'
import { createCommandQueue } from '#server/engine/intake/command-queue.ts'
import type { PendingRequest } from '#server/engine/intake/pending-request.ts'
import { ticket } from '#test/engine/engine-fixture.ts'

const opening: Command = { kind: 'open_order', userId: 1, ticket }

function waiting(command: Command): PendingRequest {
  return {
    owner: { userId: 1, isDemo: true },
    command,
    key: undefined,
    settle: () => undefined,
    isSettled: () => false,
    isDecided: false,
  }
}

function closing(orderId: number): PendingRequest {
  return waiting({ kind: 'close_order', userId: 1, orderId, wasKnown: true, lots: null })
}

/** Weak references are emptied only after the current task. */
async function collected(check: () => void): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  check()
}

describe('the command queue', () => {
  test('returns closing commands before opening ones, each kind in its order', () => {
    const queue = createCommandQueue()
    const [open, first, second] = [waiting(opening), closing(1), closing(2)]
    for (const one of [open, first, second]) queue.enqueue(one)
    assert.deepEqual(
      [queue.next(true), queue.next(true), queue.next(true), queue.next(true)],
      [first, second, open, undefined],
    )
  })

  test('returns only closing commands while there is no room for opening ones', () => {
    const queue = createCommandQueue()
    const [open, close] = [waiting(opening), closing(1)]
    for (const one of [open, close]) queue.enqueue(one)
    assert.deepEqual([queue.next(false), queue.next(false), queue.next(true)], [close, undefined, open])
  })

  test('accepts 5,000 opening commands, and still accepts closing ones', () => {
    const queue = createCommandQueue()
    const taken = Array.from({ length: 6000 }, () => queue.enqueue(waiting(opening))).filter(
      (isTaken) => isTaken,
    )
    assert.equal(taken.length, 5000)
    assert.equal(queue.enqueue(closing(1)), true)
    assert.equal(queue.length(), 5001)
  })

  test('does not keep what was taken, even if it is never empty', () => {
    const queue = createCommandQueue()
    queue.enqueue(waiting(opening))
    const taken = Array.from({ length: 5000 }, () => {
      queue.enqueue(waiting(opening))
      return new WeakRef(queue.next(true) ?? assert.fail('the queue is empty'))
    })
    return collected(() => {
      const kept = taken.filter((one) => one.deref() !== undefined).length
      assert.ok(kept < 2500, `${kept} requests are kept`)
      assert.equal(queue.length(), 1)
    })
  })

  test('returns requests that were put back first', () => {
    const queue = createCommandQueue()
    const [first, second, third] = [closing(1), closing(2), closing(3)]
    queue.enqueue(third)
    queue.putBack([first, second])
    assert.deepEqual(queue.takeAll(), [first, second, third])
    assert.equal(queue.next(true), undefined)
  })
})
