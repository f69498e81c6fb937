import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { placeOf } from '#test/browser/account/account-phones.ts'
import type { StubbedCalls } from '#test/browser/account/stub-calls.ts'
import { openDetail, pendingOrder, press, sheet, waitForValue } from '#test/browser/orders/detail-page.ts'
import { quoteRow, setUpOrderPhones } from '#test/browser/orders/order-phones.ts'
import { shownToasts } from '#test/browser/toasts.ts'
import { en, serverEn, startingWith } from '#test/browser/words.ts'
import { orderWire } from '#test/wire/order-fixtures.ts'

const phones = setUpOrderPhones()
const amendPath = '/v1/api/forex/amend_order'

const replaced = orderWire({
  ...pendingOrder,
  Status: 2,
  CloseReason: 'amended',
  CompleteTime: '2026-11-14T09:00:00.000Z',
  receipt: {
    ...pendingOrder.receipt,
    ended: { ...pendingOrder.receipt.placed, rule: 'amended', expected: null },
  },
})
const successor = orderWire({
  ...pendingOrder,
  Id: 1021,
  AmendedFrom: 1013,
  OriginPrice: '1.07900',
  Price: '1.07900',
  Quantity: '0.70',
  TargetLossPrice: '1.07500',
})

async function openEdit(calls: StubbedCalls = {}) {
  const phone = await openDetail(phones, '/order?type=0&id=1013', calls)
  await phone.socket.push('DAY_MARKET', [quoteRow(1.08427, 1.08435)])
  await press(phone.page, en('detail.edit'))
  return phone
}

const field = (page: Page, name: string) => sheet(page).getByRole('textbox', { name })
const save = (page: Page) => sheet(page).getByRole('button', { name: en('detail.edit.act') })

describe('editing a pending order', () => {
  test('starts with its terms and continues with the replacement order', async () => {
    const { page, made, account, calls, socket } = await openEdit()
    calls[amendPath] = async () => {
      account.pending = [successor]
      account.over = [replaced]
      await socket.push('FOREX_CLOSED', [1013])
      await socket.push('FOREX_ORDERS', { Version: 2, QuoteSeq: 5, Orders: [replaced, successor] })
      return { message: serverEn('done.order_amended'), data: { ...successor, QuoteSeq: 9 } }
    }
    assert.equal(await field(page, en('order.target_price')).inputValue(), '1.08000')
    assert.equal(await field(page, en('order.lots')).inputValue(), '0.50')
    assert.equal(
      await sheet(page)
        .getByRole('button', { name: en('detail.stops.unchanged') })
        .isDisabled(),
      true,
    )
    await field(page, en('order.target_price')).fill('1.079')
    await field(page, en('order.lots')).fill('0.7')
    await sheet(page)
      .getByRole('switch', { name: en('order.stop_loss') })
      .tap()
    await sheet(page).getByText(en('stop.fault.wrong_side')).waitFor()
    await field(page, en('order.stop_loss')).fill('1.075')
    // (1.07500 − 1.07900) × 0.70 × 100,000 = −280.00
    await sheet(page).getByText('−280.00').waitFor()
    // 0.70 × 100,000 × 1.07900 ÷ 100 = 755.30
    await waitForValue(page, en('order.margin'), '755.300000 USD')
    await save(page).tap()
    await sheet(page)
      .getByText(/Saved as order .#1021.\. It replaces .#1013.\./)
      .waitFor()
    await waitForValue(page, en('detail.id'), '1021')
    await waitForValue(page, en('detail.amended_from'), '#1013')
    assert.equal(placeOf(page), '/order?type=0&id=1021')
    const sent = made(amendPath).map((request) => request.postDataJSON())
    assert.equal(sent.length, 1)
    assert.deepEqual(
      ['id', 'target_price', 'cont', 'stop_loss_price', 'target_profit_price'].map((name) => sent[0][name]),
      [1013, '1.07900', '0.70', '1.07500', ''],
    )
    assert.deepEqual(await shownToasts(page), [serverEn('done.order_amended')])
    await sheet(page).getByRole('link', { name: '1013' }).tap()
    await waitForValue(page, en('detail.cause'), en('order.cause.amended'))
    await sheet(page).getByText(en('detail.rule.amended')).waitFor()
    assert.equal(placeOf(page), '/order?type=3&id=1013')
  })

  test('keeps the order after a refusal, and shows it beside the field', async () => {
    const { page } = await openEdit({
      [amendPath]: { refused: 'That is too far away.', reason: 'invalid_price', field: 'target_price' },
    })
    await field(page, en('order.target_price')).fill('0.9')
    await save(page).tap()
    await sheet(page).getByText('That is too far away.').waitFor()
    assert.equal(await sheet(page).getByText('That is too far away.').count(), 1)
    assert.equal(await field(page, en('order.target_price')).inputValue(), '0.9')
    assert.deepEqual(await shownToasts(page), [])
    await field(page, en('order.target_price')).fill('1.07')
    assert.equal(await sheet(page).getByText('That is too far away.').count(), 0)
    await press(page, en('detail.all'))
    await waitForValue(page, en('detail.id'), '1013')
  })

  test('shows a refusal that concerns no field above the button', async () => {
    const { page } = await openEdit({
      [amendPath]: { refused: 'This order is over.', reason: 'order_not_open' },
    })
    await field(page, en('order.lots')).fill('0.6')
    await save(page).tap()
    await sheet(page).getByText('This order is over.').waitFor()
  })

  test('validates every field while typing', async () => {
    const { page } = await openEdit()
    await field(page, en('order.lots')).fill('0.005')
    await sheet(page)
      .getByText(en('ticket.fault.invalid_lots', { least: '0.01', step: '0.01' }))
      .waitFor()
    assert.equal(
      await sheet(page)
        .getByRole('button', { name: en('ticket.check.lots') })
        .isDisabled(),
      true,
    )
    await field(page, en('order.lots')).fill('0.5')
    await field(page, en('order.target_price')).fill('')
    await sheet(page).getByText(en('ticket.fault.target')).waitFor()
    await sheet(page)
      .getByRole('button', { name: startingWith(en('ticket.best_price')) })
      .tap()
    assert.equal(await field(page, en('order.target_price')).inputValue(), '1.08435')
    assert.equal(await save(page).isEnabled(), true)
  })

  test('cannot be saved while the market is closed', async () => {
    const { page, socket } = await openEdit()
    await field(page, en('order.lots')).fill('0.6')
    await socket.push('DAY_MARKET', [quoteRow(1.08427, 1.08435, { MarketStatus: 0 })])
    await sheet(page).getByText(en('detail.blocked.market_closed')).waitFor()
    assert.equal(
      await sheet(page)
        .getByRole('button', { name: en('ticket.block.market_closed') })
        .isDisabled(),
      true,
    )
  })
})
