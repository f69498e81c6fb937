import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createCommandQueue, type QueuedCommand } from '#server/live/command-queue.ts'
import { fc } from '#test/fast-check.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

function queueOf(limits: { maxPendingCommands?: number; maxPendingChars?: number } = {}) {
  const state = { isOpen: true, abuses: 0 }
  const queue = createCommandQueue({
    limits: { maxPendingCommands: 100, maxPendingChars: 1_000, ...limits },
    isOpen: () => state.isOpen,
    onAbuse: () => {
      state.abuses += 1
    },
  })
  return { queue, state }
}

describe('the command queue', () => {
  test('runs every command in order, whether it waits for a lookup or not', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 50 }), async (kinds) => {
        const { queue } = queueOf()
        const log: string[] = []
        for (const [index, looksUp] of kinds.entries()) {
          const command: QueuedCommand = () => {
            log.push(`start ${index}`)
            if (looksUp) return settled().then(() => void log.push(`end ${index}`))
            log.push(`end ${index}`)
            return undefined
          }
          queue.run(command, 1)
        }
        while (log.length < kinds.length * 2) await settled()
        assert.deepEqual(
          log,
          kinds.flatMap((_, index) => [`start ${index}`, `end ${index}`]),
        )
      }),
      { numRuns: 25 },
    )
  })

  test('drops waiting commands of a socket that has closed', async () => {
    const { queue, state } = queueOf()
    const lookup = Promise.withResolvers<void>()
    const ran: string[] = []
    queue.run(() => lookup.promise, 1)
    queue.run(() => void ran.push('sub'), 1)
    state.isOpen = false
    lookup.resolve()
    await settled()
    assert.deepEqual([ran, state.abuses], [[], 0])
  })

  test('runs the commands that waited one per turn, before those that arrive meanwhile', async () => {
    const { queue } = queueOf()
    const lookup = Promise.withResolvers<void>()
    const ran: string[] = []
    queue.run(() => lookup.promise, 1)
    for (const name of ['a', 'b']) queue.run(() => void ran.push(name), 1)
    lookup.resolve()
    await lookup.promise
    await Promise.resolve()
    assert.deepEqual(ran, ['a'])
    queue.run(() => void ran.push('c'), 1)
    while (ran.length < 3) await settled()
    assert.deepEqual(ran, ['a', 'b', 'c'])
  })

  test('drops the rest when the socket closes between two of them', async () => {
    const { queue, state } = queueOf()
    const lookup = Promise.withResolvers<void>()
    const ran: string[] = []
    queue.run(() => lookup.promise, 1)
    queue.run(() => {
      ran.push('a')
      state.isOpen = false
      return undefined
    }, 1)
    queue.run(() => void ran.push('b'), 1)
    lookup.resolve()
    for (let turn = 0; turn < 5; turn += 1) await settled()
    assert.deepEqual(ran, ['a'])
  })

  const bounds = [
    ['more commands than allowed', { maxPendingCommands: 3 }, 1],
    ['longer commands than allowed', { maxPendingChars: 30 }, 10],
  ] as const
  for (const [name, limits, size] of bounds) {
    test(`reports abuse if ${name} wait, and runs as many again afterwards`, async () => {
      const { queue, state } = queueOf(limits)
      const ran: number[] = []
      for (const round of [1, 2]) {
        const lookup = Promise.withResolvers<void>()
        queue.run(() => lookup.promise, size)
        for (let count = 0; count < 3; count++) queue.run(() => void ran.push(round), size)
        assert.equal(state.abuses, round - 1)
        queue.run(() => void ran.push(-1), size)
        assert.equal(state.abuses, round)
        lookup.resolve()
        while (ran.length < round * 3) await settled()
      }
      assert.deepEqual(ran, [1, 1, 1, 2, 2, 2])
    })
  }
})
