import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { chargeSubmit, draw } from '#contract/calls/funds.ts'
import { tradeList } from '#contract/calls/market.ts'
import { close, setStopPrice, submit } from '#contract/calls/trading.ts'
import { createAccountLimiter } from '#server/gateway/account-limits.ts'

/** Counts what is taken from each bucket. All are empty from the start if `isEmpty`. */
function createLimiter({ isEmpty = false } = {}) {
  const taken: string[] = []
  const bucket = (name: string) => ({
    take(scope: string) {
      taken.push(`${name} ${scope}`)
      return isEmpty ? ({ ok: false, retryAfterSeconds: 3 } as const) : ({ ok: true } as const)
    },
  })
  const limiter = createAccountLimiter({
    trading: bucket('trading'),
    reducingRisk: bucket('reducing risk'),
    records: bucket('records'),
  })
  return { limiter, taken }
}

describe('the limits of an account', () => {
  const removal = { id: 1, stop_loss_price: '0' }
  const stop = { id: 1, stop_loss_price: '1.08' }
  const table = [
    ['an order', submit, {}, ['trading user:7']],
    ['a close', close, {}, ['reducing risk user:7']],
    ['a removal of stops', setStopPrice, removal, ['reducing risk user:7']],
    ['a stop', setStopPrice, stop, ['trading user:7']],
    ['a deposit', chargeSubmit, {}, ['records user:7']],
    ['a withdrawal', draw, {}, ['records user:7']],
    ['a read', tradeList, {}, []],
  ] as const
  for (const [name, call, input, expected] of table) {
    test(`${name} takes ${expected[0] ?? 'nothing'}, once`, () => {
      const { limiter, taken } = createLimiter()
      assert.equal(limiter.beforeInput(call, 'user:7'), undefined)
      assert.equal(limiter.withInput(call, input, 'user:7'), undefined)
      assert.deepEqual(taken, expected)
    })
  }

  test('refuse with the time to retry: an order before its input is read, a stop after', () => {
    const { limiter } = createLimiter({ isEmpty: true })
    const refusal = { kind: 'too_many_requests', retryAfterSeconds: 3 }
    assert.deepEqual(limiter.beforeInput(submit, 'user:7'), refusal)
    assert.equal(limiter.beforeInput(setStopPrice, 'user:7'), undefined)
    assert.deepEqual(limiter.withInput(setStopPrice, stop, 'user:7'), refusal)
  })
})
