import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { placeOf } from '#test/browser/account/account-phones.ts'
import type { StubbedCalls } from '#test/browser/account/stub-calls.ts'
import {
  exampleReceipt,
  openDetail,
  openOrder,
  plain,
  press,
  sheet,
  waitForValue,
} from '#test/browser/orders/detail-page.ts'
import {
  figuresRow,
  quoteRow,
  setUpOrderPhones,
  someFunds,
  tradePush,
} from '#test/browser/orders/order-phones.ts'
import { shownToasts } from '#test/browser/toasts.ts'
import { boxOf } from '#test/browser/ui/box-of.ts'
import { settle } from '#test/browser/ui/settle.ts'
import { en, serverEn } from '#test/browser/words.ts'
import { orderWire } from '#test/wire/order-fixtures.ts'

const phones = setUpOrderPhones()
const reversePath = '/v1/api/forex/reverse'

const closed = orderWire({
  ...openOrder,
  Status: 3,
  CloseReason: 'user',
  FactProfits: '88.500000',
  CompleteTime: '2026-11-14T09:00:00.000Z',
})
const opened = orderWire({
  Id: 1021,
  OrderType: 2,
  OriginPrice: '1.08612',
  Price: '1.08612',
  UpdatePrice: '1.08620',
  CautionMoney: '543.060000',
  receipt: { placed: exampleReceipt, opened: exampleReceipt, ended: null },
})

/** Opens the detail of the only order of an account with 1,000 USD. The price is 1.08612 / 1.08620. */
async function openReverse(calls: StubbedCalls = {}, equity = '1088.500000', path = '/order?id=1012') {
  const phone = await openDetail(phones, path, calls)
  const { socket, account } = phone
  account.funds = {
    ...someFunds,
    ...{ balance: '1000.000000', profit: '88.500000', net_value: equity, mid_net_value: '1090.500000' },
    ...{ used_margin: '542.175000', available: '546.325000', QuoteSeq: 6 },
  }
  await socket.push('DAY_MARKET', [quoteRow(1.08612, 1.0862)])
  const TransOrder = [figuresRow(1012, '1.08612', '88.500000')]
  await socket.push('FOREX_TRADE', tradePush({ QuoteSeq: 7, TransOrder }, account.funds))
  return phone
}

describe('reversing a position', () => {
  test('previews its result, and sends the displayed price', async () => {
    const going = Promise.withResolvers<unknown>()
    const { page, made, account } = await openReverse({ [reversePath]: () => going.promise })
    await press(page, en('detail.reverse'))
    const question = en('detail.reverse.text.buy', { lots: '0.50' })
    assert.ok(plain(await sheet(page).textContent()).includes(question))
    await waitForValue(page, en('detail.reverse.realised'), '+88.500000 USD')
    await waitForValue(
      page,
      en('detail.reverse.price'),
      `1.08612${en('ticket.worst.sell', { price: '1.08604' })}`,
    )
    // Margin 0.50 × 100,000 × 1.08612 ÷ 100 = 543.06, fee 0.50 × 6 = 3.00.
    await waitForValue(page, en('order.margin'), '543.060000 USD')
    await waitForValue(page, en('order.fee'), '3.000000 USD')
    // 1,088.50 − 3.00 (fee) − 4.00 (spread) − 543.06 (margin) = 538.44
    await waitForValue(page, en('ticket.available_after'), '538.44 USD')
    // (1,088.50 − 3.00 (fee) − 2.00 (half the spread)) ÷ 543.06 = 199.52 %
    await waitForValue(page, en('ticket.risk_after'), '199.52 %')
    const confirm = sheet(page).getByRole('button', { name: en('detail.reverse.act') })
    await confirm.evaluate((button: HTMLButtonElement) => {
      button.click()
      button.click()
    })
    await page.keyboard.press('Escape')
    assert.equal(await sheet(page).count(), 1, 'stays open until the answer arrives')
    account.open = [opened]
    account.over = [closed]
    going.resolve({
      message: serverEn('done.order_reversed'),
      data: { ...opened, QuoteSeq: 9, Closed: { ...closed, QuoteSeq: 9 } },
    })
    await sheet(page).getByText(en('detail.reversed.opened')).waitFor()
    await sheet(page).getByText('+88.500000').waitFor()
    await waitForValue(page, en('order.side.sell'), '0.50')
    await waitForValue(page, en('detail.closed.lots'), '0.50')
    const [sent, ...more] = made(reversePath).map((request) => request.postDataJSON())
    const { id, price, deviation } = sent
    assert.deepEqual([{ id, price, deviation }, more], [{ id: 1012, price: '1.08612', deviation: 8 }, []])
    assert.deepEqual(await shownToasts(page), [serverEn('done.order_reversed')])
    await sheet(page).getByRole('link', { name: '1021' }).tap()
    await waitForValue(page, en('detail.id'), '1021')
    assert.equal(placeOf(page), '/order?type=1&id=1021')
  })

  test('is not confirmed by a double tap', async () => {
    const { page, made } = await openReverse()
    const confirm = sheet(page).getByRole('button', { name: en('detail.reverse.act') })
    await press(page, en('detail.reverse'))
    await settle(page)
    const { x, y, width, height } = await boxOf(confirm)
    await press(page, en('act.cancel'))
    // Clicks where the confirm button appears, in every frame of the first 250 ms.
    const again = page.evaluate(
      async ([left, top]) => {
        const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
        while (document.querySelector('.late-presses .late-presses') === null) await frame()
        const now = () => Number(document.timeline.currentTime)
        for (const startedAt = now(); now() - startedAt < 250; await frame())
          document.elementFromPoint(left, top)?.closest('button')?.click()
      },
      [x + width / 2, y + height / 2] as const,
    )
    await press(page, /^Reverse$/)
    await again
    await confirm.waitFor()
    assert.equal(made(reversePath).length, 0)
  })

  test('shows in advance that the margin is insufficient, and cannot be sent', async () => {
    const { page } = await openReverse({}, '546.050000')
    await press(page, en('detail.reverse'))
    await sheet(page)
      .getByText(en('ticket.fault.margin', { needed: '546.06', available: '546.05' }))
      .waitFor()
    assert.equal(
      await sheet(page)
        .getByRole('button', { name: en('ticket.check.margin') })
        .isDisabled(),
      true,
    )
    await press(page, en('act.cancel'))
    await sheet(page).getByText(en('detail.receipt')).waitFor()
  })

  test('keeps the order after a refusal, and shows why', async () => {
    const { page } = await openReverse({
      [reversePath]: { refused: 'The price has moved.', reason: 'price_moved' },
    })
    await press(page, en('detail.reverse'))
    await press(page, en('detail.reverse.act'))
    await sheet(page).getByText('The price has moved.').waitFor()
    assert.deepEqual(await shownToasts(page), [])
    await press(page, en('act.cancel'))
    await waitForValue(page, en('detail.id'), '1012')
  })

  test('is not offered for a closed market or a pending order', async () => {
    const { page, socket } = await openReverse()
    await socket.push('DAY_MARKET', [quoteRow(1.08612, 1.0862, { MarketStatus: 0 })])
    await sheet(page).getByText(en('detail.blocked.market_closed')).waitFor()
    assert.equal(
      await sheet(page)
        .getByRole('button', { name: en('detail.reverse') })
        .isDisabled(),
      true,
    )
    await page.goto('/order?type=0&id=1013.reverse')
    await waitForValue(page, en('detail.id'), '1013')
    assert.equal(
      await sheet(page)
        .getByRole('button', { name: en('detail.reverse') })
        .count(),
      0,
    )
  })
})
