import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountPushOf } from '#contract/account-push.ts'
import { micros } from '#core/money/micros.ts'
import { price } from '#core/money/price.ts'
import { accountFrame } from '#server/live/account-frame.ts'
import { encodeFrame } from '#server/live/encode-frame.ts'
import type { AccountWatch } from '#server/portfolio/portfolio.ts'
import { openOrder } from '#test/engine/sample-orders.ts'

const amounts = { balance: micros(1), profit: micros(-2), netValue: micros(-1), midNetValue: micros(-1) }
const others = { usedMargin: micros(5), available: micros(6), locked: micros(0) }
const order = openOrder({ id: 12, userId: 1 })

/** An outer sequence that differs from that of the figures, and the largest numbers there can be. */
const stamp = { QuoteSeq: 9, Now: 1_790_000_000_000 }
const longest = { QuoteSeq: Number.MAX_SAFE_INTEGER, Now: Number.MAX_SAFE_INTEGER }

function watchOf(orders: number): AccountWatch {
  const figures = { order, closing: price(108_420), profit: micros(-2) }
  return {
    funds: { ...amounts, ...others, riskRate: 8, marginRatio: null, quoteSeq: 10, ordersMark: '0badcafe' },
    orders: Array.from({ length: orders }, () => figures),
    notice: { id: 3, riskRate: 9_999, atMs: 1_800_000_000_123 },
  }
}

for (const orders of [0, 1, 5, 500, 501]) {
  test(`the push of an account with ${orders} orders is a frame of its JSON`, () => {
    const watch = watchOf(orders)
    for (const told of [stamp, longest]) {
      const push = { topic: 'FOREX_TRADE', data: accountPushOf(watch), ...told }
      assert.deepEqual(accountFrame(watch, 'news', told), encodeFrame(JSON.stringify(push)))
      assert.deepEqual(
        accountFrame(watch, 'snapshot', told),
        encodeFrame(JSON.stringify({ ...push, snapshot: true })),
      )
    }
  })
}

test('a frame stays as it is when the next one is made', () => {
  const first = accountFrame(watchOf(2), 'news', stamp)
  const kept = Buffer.from(first)
  accountFrame(watchOf(3), 'snapshot', stamp)
  assert.deepEqual(first, kept)
})
