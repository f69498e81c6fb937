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
import { type EditDraft, editDraftOf, previewEdit } from '#web/screens/order/detail/edit-preview.ts'

/** Buys half a lot at 1.08000, with a stop loss at 1.07500. */
const pending = shownOrder({
  ...{ id: 13, status: 'pending', kind: 'limit', openPrice: '1.08000', askedPrice: '1.08000' },
  ...{ stopLoss: '1.07500', takeProfit: null, openedAt: null },
})

function conditions(item: Partial<TradeItem> = {}, more: Partial<TicketConditions> = {}): TicketConditions {
  const listed = tradeItem({ Bid: 1.08427, Ask: 1.08435, ...item })
  return {
    market: marketOfItem(listed),
    quote: quoteOfItem(listed),
    connection: 'up',
    rate: oneToOne,
    account: amountsOfFunds(fundsAt(1, { balance: '10000.000000', net_value: '10000.000000' })),
    open: [],
    isOpeningBlocked: false,
    ...more,
  }
}

const preview = (edited: Partial<EditDraft>, given = conditions()) =>
  previewEdit(pending, editDraftOf(pending, edited), given)
const at = (text: string) => ({ isOn: true, by: 'price', text }) as const
const off = { isOn: false, by: 'price', text: '' } as const

describe('an edit', () => {
  test('sends nothing while the account may open nothing', () => {
    const { ticket, input } = preview({ lots: '0.40' }, conditions({}, { isOpeningBlocked: true }))
    assert.deepEqual([ticket.block, input], ['simulated_prices', undefined])
  })

  test("starts with the order's terms and sends nothing", () => {
    assert.deepEqual(editDraftOf(pending), {
      ...{ target: '1.08000', lots: '0.50' },
      ...{ stopLoss: at('1.07500'), takeProfit: off },
    })
    const { isChanged, input } = preview({})
    assert.deepEqual([isChanged, input], [false, undefined])
  })

  test('is unchanged if amounts are only written differently', () => {
    assert.equal(preview({ target: '1.08', lots: '0.5', stopLoss: at('1.075') }).isChanged, false)
  })

  test('sends all terms, not only the changed one', () => {
    assert.deepEqual(preview({ target: '1.081' }).input, {
      ...{ id: 13, target_price: '1.08100', cont: '0.50' },
      ...{ stop_loss_price: '1.07500', target_profit_price: '' },
    })
    assert.deepEqual(preview({ lots: '0.7', stopLoss: off, takeProfit: at('1.09') }).input, {
      ...{ id: 13, target_price: '1.08000', cont: '0.70' },
      ...{ stop_loss_price: '', target_profit_price: '1.09000' },
    })
  })

  test('sends a stop by money as a price, based on the new target', () => {
    // 250 ÷ (0.50 × 100,000) = 0.00500, and 1.09000 − 0.00500 = 1.08500.
    const { input } = preview({ target: '1.09', stopLoss: { isOn: true, by: 'money', text: '250' } })
    assert.equal(input?.stop_loss_price, '1.08500')
  })

  test('checks stops against the new target', () => {
    const { ticket, input } = preview({ target: '1.07' })
    assert.deepEqual([ticket.stopLoss?.fault, ticket.stopLoss?.nearest], ['wrong_side', '1.06999'])
    assert.equal(input, undefined)
  })

  const faults: readonly (readonly [Partial<EditDraft>, 'target' | 'lots', string])[] = [
    [{ target: '' }, 'target', 'required'],
    [{ target: '1.0800001' }, 'target', 'invalid_price'],
    [{ lots: '' }, 'lots', 'required'],
    [{ lots: '0.005' }, 'lots', 'invalid_lots'],
    [{ lots: '1000' }, 'lots', 'lots_limit'],
  ]
  for (const [edited, field, fault] of faults)
    test(`with ${JSON.stringify(edited)} is refused: ${fault}`, () => {
      const { ticket, input } = preview(edited)
      assert.deepEqual([ticket.faults[field]?.kind, input], [fault, undefined])
    })

  test('needs an open market and a leverage that is still offered', () => {
    const closed = preview({ lots: '0.7' }, conditions({ MarketStatus: 0 }))
    assert.deepEqual([closed.ticket.block, closed.input], ['market_closed', undefined])
    const gone = preview({ lots: '0.7' }, conditions({ HasForexMultiple: [{ Value: 50 }] }))
    assert.deepEqual([gone.ticket.faults.leverage?.kind, gone.input], ['required', undefined])
  })
})
