import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
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

describe('the lanes', () => {
  test('let closing, cancelling and changing go before opening, each in its order', () => {
    const lanes = createCommandQueue()
    const [open, first, second] = [waiting(opening), closing(1), closing(2)]
    for (const one of [open, first, second]) lanes.enqueue(one)
    assert.deepEqual(
      [lanes.next(), lanes.next(), lanes.next(), lanes.next()],
      [first, second, open, undefined],
    )
  })

  test('take so many and no more, and a crowd that opens keeps nobody from closing', () => {
    const lanes = createCommandQueue()
    const taken = Array.from({ length: 6000 }, () => lanes.enqueue(waiting(opening))).filter(
      (isTaken) => isTaken,
    )
    assert.equal(taken.length, 5000)
    assert.equal(lanes.enqueue(closing(1)), true)
    assert.equal(lanes.length(), 5001)
  })

  test('let those that were decided and lost go first', () => {
    const lanes = createCommandQueue()
    const [first, second, third] = [closing(1), closing(2), closing(3)]
    lanes.enqueue(third)
    lanes.putBack([first, second])
    assert.deepEqual(lanes.takeAll(), [first, second, third])
    assert.equal(lanes.next(), undefined)
  })
})
