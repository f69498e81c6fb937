import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { amountsOfFunds } from '#contract/account-from-wire.ts'
import type { TradeItem } from '#contract/calls/market.ts'
import { marketOfItem, quoteOfItem } from '#contract/market-from-wire.ts'
import { oneToOne } from '#core/money/amounts.ts'
import { tradeItem } from '#test/web/market-fixtures.ts'
import { fundsAt } from '#test/wire/account-fixtures.ts'
import { shownOrder } from '#test/wire/order-fixtures.ts'
import type { TicketConditions } from '#web/parts/ticket/ticket-types.ts'
import { previewReverse } from '#web/screens/order/detail/reverse-preview.ts'

/** Half a lot bought at 1.08435. At 1.08612 / 1.08620 it has gained 88.50, and 90.50 at the mid price. */
const bought = shownOrder({ id: 12 })
const funds = {
  ...{ balance: '1000.000000', net_value: '1088.500000', mid_net_value: '1090.500000' },
  ...{ used_margin: '542.175000', available: '546.325000' },
}

function conditions(item: Partial<TradeItem> = {}, more: Partial<TicketConditions> = {}): TicketConditions {
  const listed = tradeItem({ Bid: 1.08612, Ask: 1.0862, ForexFeeRate: 6, ...item })
  return {
    market: marketOfItem(listed),
    quote: quoteOfItem(listed),
    connection: 'up',
    rate: oneToOne,
    account: amountsOfFunds(fundsAt(1, funds)),
    open: [bought],
    isOpeningBlocked: false,
    ...more,
  }
}

describe('a reversal', () => {
  test('sends nothing while the account may open nothing', () => {
    const { ticket, input } = previewReverse(bought, conditions({}, { isOpeningBlocked: true }))
    assert.deepEqual([ticket.block, input], ['simulated_prices', undefined])
  })

  test('sends the closing price on screen and one spread as the deviation', () => {
    assert.deepEqual(previewReverse(bought, conditions()).input, { id: 12, price: '1.08612', deviation: 8 })
    const sold = shownOrder({ id: 12, side: 'sell' })
    const { input } = previewReverse(sold, conditions({}, { open: [sold] }))
    assert.deepEqual(input, { id: 12, price: '1.08620', deviation: 8 })
  })

  test('allows one step of deviation if bid and ask are equal', () => {
    assert.equal(previewReverse(bought, conditions({ Ask: 1.08612 })).input?.deviation, 1)
  })

  test('is checked against the account after the close', () => {
    const { summary, worstPrice } = previewReverse(bought, conditions()).ticket
    // Margin: 0.50 × 100,000 × 1.08612 ÷ 100 = 543.06. Fee: 0.50 × 6 = 3.00.
    assert.deepEqual([summary.margin, summary.fee], ['543.060000', '3.000000'])
    // 1,088.50 − 3.00 fee − 4.00 spread of the new order − 543.06 margin = 538.44.
    assert.equal(summary.freeMarginAfter, '538.440000')
    // (1,088.50 equity − 3.00 fee − 2.00 half the spread) ÷ 543.06 margin = 199.52 %.
    assert.equal(summary.marginLevelAfter, '199.52')
    assert.equal(worstPrice, '1.08604')
  })

  test("releases the order's own margin before checking the new one", () => {
    const tight = {
      ...{ net_value: '560.000000', mid_net_value: '562.000000' },
      ...{ used_margin: '542.175000', available: '17.825000' },
    }
    const enough = previewReverse(bought, conditions({}, { account: amountsOfFunds(fundsAt(1, tight)) }))
    assert.equal(enough.ticket.faults.margin, undefined)
    assert.notEqual(enough.input, undefined)
  })

  test('is refused if margin and fee exceed what the close leaves', () => {
    const poor = { net_value: '546.050000', mid_net_value: '548.050000', used_margin: '542.175000' }
    const { ticket, input } = previewReverse(
      bought,
      conditions({}, { account: amountsOfFunds(fundsAt(1, poor)) }),
    )
    assert.deepEqual(ticket.faults.margin, {
      kind: 'insufficient_margin',
      needed: '546.060000',
      available: '546.050000',
    })
    assert.equal(input, undefined)
  })

  test('writes off a debt only if no other order is open', () => {
    const debt = { net_value: '-20.000000', mid_net_value: '-18.000000', used_margin: '542.175000' }
    const account = amountsOfFunds(fundsAt(1, debt))
    const alone = previewReverse(bought, conditions({}, { account })).ticket.faults.margin
    assert.equal(alone?.kind === 'insufficient_margin' && alone.available, '0.000000')
    const open = [bought, shownOrder({ id: 13 })]
    const both = previewReverse(bought, conditions({}, { account, open })).ticket.faults.margin
    assert.equal(both?.kind === 'insufficient_margin' && both.available, '-20.000000')
  })

  test('is refused if the leverage is no longer offered', () => {
    const { ticket, input } = previewReverse(bought, conditions({ HasForexMultiple: [{ Value: 50 }] }))
    assert.deepEqual([ticket.faults.leverage?.kind, input], ['required', undefined])
  })

  const blocks = [
    ['market_closed', conditions({ MarketStatus: 0 })],
    ['stale_price', conditions({ MarketStatus: 2 })],
    ['reconnecting', conditions({}, { connection: 'gone' })],
    ['no_conversion', conditions({}, { rate: undefined })],
  ] as const
  for (const [block, given] of blocks)
    test(`is blocked: ${block}`, () => {
      const { ticket, input } = previewReverse(bought, given)
      assert.deepEqual([ticket.block, input], [block, undefined])
    })

  test('has no account figures while the open orders are unknown', () => {
    const { summary } = previewReverse(bought, conditions({}, { open: undefined })).ticket
    assert.deepEqual([summary.margin, summary.freeMarginAfter], ['543.060000', null])
  })
})
