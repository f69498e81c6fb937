import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createAnswersInOrder } from '#server/live/answers-in-order.ts'

test('in whatever order answers become known, they leave in the order of their places', () => {
  const orders = fc
    .nat(20)
    .chain((count) => fc.shuffledSubarray([...Array(count).keys()], { minLength: count }))
  fc.assert(
    fc.property(orders, (order) => {
      const out: (number | undefined)[] = []
      const answers = createAnswersInOrder((answer) => out.push('code' in answer ? answer.code : undefined))
      const fill = order.map(() => answers.reserve())
      for (const [known, place] of order.entries()) {
        fill[place]?.({ cmd: 'login', code: place })
        assert.equal(out.length + answers.waiting(), order.length)
        const isKnown = new Set(order.slice(0, known + 1))
        const first = order.findIndex((_, index) => !isKnown.has(index))
        assert.equal(out.length, first === -1 ? order.length : first)
      }
      assert.deepEqual(out, [...order.keys()])
    }),
  )
})
