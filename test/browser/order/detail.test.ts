import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { OrderFields, ReceiptFields } from '#contract/calls/order-fields.ts'
import {
  assertSound,
  doubleLetters,
  looks,
  ordersPath,
  placeOf,
  toastsOf,
} from '#test/browser/mine/mine-phones.ts'
import { cut, type StubbedCalls } from '#test/browser/mine/stubbed-calls.ts'
import {
  figuresRow,
  type OrderPhone,
  quoteRow,
  takeOrderPhones,
  tradePush,
} from '#test/browser/order/order-phones.ts'
import { orderWire } from '#test/browser/order/order-wire.ts'
import { sidewaysFaults } from '#test/browser/ui/layout-faults.ts'

const phones = takeOrderPhones()
const closePath = '/v1/api/forex/close'
const cancelPath = '/v1/api/forex/cancel_trade'
const stopsPath = '/v1/api/forex/set_stop_price'

const decided: ReceiptFields = {
  rule: 'market_order',
  bid: '1.08427',
  ask: '1.08435',
  time: '2026-11-14T07:59:59.750Z',
  seq: 41233,
  feed: 'sim:1',
  rate: '1.000000000',
  expected: '1.08437',
  slippage: '0.00002',
  account: null,
}

/** Half a lot bought at 1.08435, which is at 1.08612 by now. */
const held = orderWire({
  Id: 1012,
  Price: '1.08437',
  UpdatePrice: '1.08612',
  FactProfits: '88.500000',
  TargetLossPrice: '1.08267',
  ForexMinCont: '0.10',
  receipt: { placed: decided, opened: decided, ended: null },
})

const waiting = orderWire({
  Id: 1013,
  Status: 0,
  OrderKind: 2,
  OriginPrice: '1.08000',
  Price: '1.08000',
  UpdatePrice: null,
  FactProfits: '0.000000',
  CautionMoney: '0.000000',
  TradeFee: '0.000000',
  OpenTime: null,
  receipt: {
    placed: { ...decided, rule: 'pending_order', expected: '1.08000', slippage: null },
    opened: null,
    ended: null,
  },
})

const closedOut = orderWire({
  Id: 1010,
  Status: 3,
  CloseReason: 'stop_out',
  ParentId: 1012,
  UpdatePrice: '1.06012',
  FactProfits: '-1200.123456',
  CompleteTime: '2026-11-14T09:00:00.000Z',
  receipt: {
    placed: decided,
    opened: decided,
    ended: {
      ...decided,
      rule: 'stop_out',
      expected: '1.06020',
      slippage: '-0.00008',
      account: {
        balance: '1200.000000',
        net_value: '521.400000',
        used_margin: '1084.350000',
        hazard_rate: '48.08',
        needed: null,
      },
    },
  },
})

const everything = { open: [held], pending: [waiting], over: [closedOut] }

async function open(path: string, calls: StubbedCalls = {}, wishes = {}): Promise<OrderPhone> {
  const phone = await phones.open(path, everything, { calls, wishes })
  await sheet(phone.page).waitFor()
  return phone
}

const sheet = (page: Page) => page.getByRole('dialog')
const question = (page: Page) => page.getByRole('alertdialog')
const press = (page: Page, name: string | RegExp) => sheet(page).getByRole('button', { name }).tap()
const answer = (page: Page, name: string) => question(page).getByRole('button', { name, exact: true }).tap()
const plain = (text: string | null) =>
  (text ?? '')
    .replaceAll(/[\u2066-\u2069]/g, '')
    .replaceAll(/[\u202f\u00a0]/g, ' ')
    .trim()

/** What stands beside a name, in the sheet or in the question over it. */
const beside = (page: Page, name: string, within = sheet(page)) =>
  within.locator('dt').getByText(name, { exact: true }).locator('xpath=following-sibling::dd').first()
const reads = (page: Page, name: string, value: string, within = sheet(page)) =>
  beside(page, name, within)
    .filter({ hasText: new RegExp(`^\\s*${value.replaceAll(/[+.]/g, '\\$&').replaceAll(' ', '\\s')}\\s*$`) })
    .waitFor()

const answered = (order: OrderFields, Rest: OrderFields | null = null) => ({ ...order, Rest, QuoteSeq: 9 })

describe('the detail of an order', () => {
  test('shows everything about one that is open', async () => {
    const { page } = await open('/order?id=1012')
    const facts: Readonly<Record<string, string>> = {
      Kind: 'Market price',
      Lots: '0.50',
      Multiplier: '×100',
      'Unit per lot': '100 000',
      'Open price': '1.08435',
      'Market price': '1.08612',
      'Price asked for': '1.08437',
      'Stop loss': '1.08267 −84.00 USD',
      'Take profit': 'None',
      Margin: '542.175000 USD',
      'Handling fee': '3.000000 USD',
      Placed: 'Nov 14, 2026, 08:00',
      'Order number': '1012',
      'Risk rate': '6 514.34 %',
      'Prepayment ratio': '1.54 %',
      'Net value': '100 214.63 USD',
      'Quote of': 'Nov 14, 2026, 07:59:59.750',
      'Quote number': '41233',
      'Price feed': 'sim:1',
      'Price you saw': '1.08437',
      'Filled at': '1.08435',
      Slippage: '+0.00002 better',
    }
    for (const [name, value] of Object.entries(facts)) {
      const shown = plain(await beside(page, name).textContent()).replaceAll(/\s+/g, ' ')
      assert.equal(shown, value, name)
    }
    const text = plain(await sheet(page).textContent())
    for (const words of ['EUR/USD', 'Buy up', 'Demo', 'Holding', 'Profit and loss', '+88.500000 USD'])
      assert.ok(text.includes(words), words)
    assert.equal(await beside(page, 'Conversion').count(), 0, 'dollars need none')
  })

  test('moves with what is pushed, and nothing else moves', async () => {
    const { page, socket } = await open('/order?id=1012')
    const before = await beside(page, 'Order number').boundingBox()
    await socket.push(
      'FOREX_TRADE',
      tradePush({
        QuoteSeq: 5,
        HazardRate: '99.50',
        TransOrder: [figuresRow(1012, '1.07000', '-717.500000')],
      }),
    )
    await reads(page, 'Market price', '1.07000')
    await reads(page, 'Risk rate', '99.50 %')
    await sheet(page).getByText('−717.500000').first().waitFor()
    assert.deepEqual(await beside(page, 'Order number').boundingBox(), before)
  })

  test('of a pending one shows where its price is and how far it has to go', async () => {
    const { page, socket } = await open('/order?type=0&id=1013')
    await socket.push('DAY_MARKET', [quoteRow(1.0861, 1.0862)])
    await reads(page, 'Market price', '1.08620')
    await reads(page, 'Still to go', '−0.00620')
    await reads(page, 'Kind', 'Limit')
    assert.equal(await beside(page, 'Risk rate').count(), 0)
  })

  test('closes when the order ends by itself', async () => {
    const { page, socket } = await open('/order?id=1012')
    await socket.push('FOREX_CLOSED', [1012])
    await sheet(page).waitFor({ state: 'detached' })
    assert.equal(placeOf(page), '/order')
  })

  test('of one that is over is fetched by its number, and explains a close-out in numbers', async () => {
    const { page, made } = await open('/order?type=3&id=1010')
    await reads(page, 'Why it ended', 'Closed out: the risk rate fell to 50 %')
    const text = plain(await sheet(page).textContent())
    assert.ok(
      text.includes(
        'Your net value at mid prices was 521.400000 USD against a margin of 1 084.350000 USD: a risk rate of 48.08 %. ' +
          'At 50 % the position with the largest loss is closed.',
      ),
    )
    assert.ok(text.includes('−0.00008 worse'))
    const asked = made(ordersPath).map((request) => new URL(request.url()).searchParams.get('id'))
    assert.ok(asked.includes('1010'))
    assert.equal(await sheet(page).getByRole('button', { name: 'Stops' }).count(), 0)
    await sheet(page).getByRole('link', { name: '1012' }).tap()
    await reads(page, 'Order number', '1012')
    assert.equal(placeOf(page), '/order?type=1&id=1012')
    await page.goBack()
    await reads(page, 'Order number', '1010')
  })

  test('says when there is none, and tries again when it could not be fetched', async () => {
    const { page } = await open('/order?type=3&id=999')
    await sheet(page).getByText('No such order').waitFor()
  })

  test('that could not be fetched is asked for again', async () => {
    let isDown = true
    const phone = await phones.open('/order?type=3', everything)
    const { page, calls } = phone
    const usual = calls[ordersPath] as (request: unknown) => unknown
    calls[ordersPath] = (request: { url: () => string }) =>
      isDown && request.url().includes('id=1010') ? { refused: 'Not now.' } : usual(request)
    await page.goto('/order?type=3&id=1010')
    await sheet(page).getByText('This order could not be fetched').waitFor()
    isDown = false
    await press(page, 'Try again')
    await reads(page, 'Order number', '1010')
  })
})

describe('closing', () => {
  test('a part says beforehand what it brings, sends it once, and shows how it went', async () => {
    const part = orderWire({
      ...held,
      Id: 1020,
      ParentId: 1012,
      Status: 3,
      CloseReason: 'user',
      Quantity: '0.20',
      UpdatePrice: '1.08610',
      FactProfits: '35.000000',
      CautionMoney: '216.870000',
      CompleteTime: '2026-11-14T09:00:00.000Z',
    })
    const rest = { ...held, Quantity: '0.30', CautionMoney: '325.305000' }
    const going = Promise.withResolvers<unknown>()
    const { page, made, account } = await open('/order?id=1012.close', { [closePath]: () => going.promise })
    const lots = sheet(page).getByRole('textbox', { name: 'Lots to close' })
    await lots.fill('0.2')
    // (1.08612 − 1.08435) × 0.20 × 100,000, and 542.175 − 542.175 × 0.30 ÷ 0.50.
    await reads(page, 'Brings now', '+35.400000 USD')
    await reads(page, 'Frees margin', '216.870000 USD')
    await reads(page, 'Stays open', '0.30')
    await press(page, 'Close 0.20 lots')
    await question(page).getByText('Close 0.20 lots of EUR/USD?').waitFor()
    await reads(page, 'Brings now', '+35.400000 USD', question(page))
    await reads(page, 'Close price now', '1.08612', question(page))
    const confirm = question(page).getByRole('button', { name: 'Close position', exact: true })
    await confirm.evaluate((button: HTMLButtonElement) => {
      button.click()
      button.click()
    })
    await page.keyboard.press('Escape')
    assert.equal(await question(page).count(), 1, 'it waits for the answer')
    account.open = [rest]
    going.resolve({ told: 'Position closed', data: answered(part, rest) })
    await reads(page, 'Filled at', '1.08610')
    await reads(page, 'Closed lots', '0.20')
    await reads(page, 'Margin freed', '216.870000 USD')
    await reads(page, 'Stays open', '0.30')
    await sheet(page).getByText('+35.000000').waitFor()
    assert.deepEqual(
      made(closePath).map((request) => request.postDataJSON()),
      [{ id: 1012, cont: '0.20' }],
    )
    await press(page, 'Done')
    await sheet(page).waitFor({ state: 'detached' })
    assert.deepEqual(await toastsOf(page).allTextContents(), ['Position closed'])
  })

  test('all of it is told once, although the push that follows says so too', async () => {
    const ended = orderWire({
      ...held,
      Status: 3,
      CloseReason: 'user',
      FactProfits: '88.500000',
      CompleteTime: '2026-11-14T09:00:00.000Z',
    })
    const { page, made, socket, account, calls } = await open('/order?id=1012')
    calls[closePath] = async () => {
      account.open = []
      account.over = [ended]
      await socket.push('FOREX_CLOSED', [1012])
      return { told: 'Position closed', data: answered(ended) }
    }
    await press(page, 'Close position')
    await press(page, 'Close all 0.50 lots')
    await answer(page, 'Close position')
    await reads(page, 'Closed lots', '0.50')
    await sheet(page).getByText('+88.500000').waitFor()
    await socket.push('FOREX_CLOSED', [1012])
    await press(page, 'Done')
    await sheet(page).waitFor({ state: 'detached' })
    assert.deepEqual(made(closePath)[0]?.postDataJSON(), { id: 1012 })
    assert.deepEqual(await toastsOf(page).allTextContents(), ['Position closed'])
  })

  test('too little left is said beside the field, and cannot be pressed', async () => {
    const { page } = await open('/order?id=1012.close')
    await sheet(page).getByRole('textbox', { name: 'Lots to close' }).fill('0.45')
    await sheet(page).getByText('At least 0.10 lots must stay open, or none').waitFor()
    assert.equal(
      await sheet(page)
        .getByRole('button', { name: /^Close 0.45/ })
        .isDisabled(),
      true,
    )
    await sheet(page).getByRole('radiogroup', { name: 'How much of it' }).getByText('50').tap()
    await reads(page, 'Brings now', '+44.250000 USD')
  })

  test('that is refused says why beside it and not in a toast, and the order stays', async () => {
    const refused = { refused: 'This market is closed.', reason: 'market_closed' }
    const { page } = await open('/order?id=1012.close', { [closePath]: refused })
    await press(page, 'Close all 0.50 lots')
    await answer(page, 'Close position')
    await sheet(page).getByText('This market is closed.').waitFor()
    await question(page).waitFor({ state: 'detached' })
    assert.equal(await toastsOf(page).count(), 0)
    await sheet(page).getByRole('textbox', { name: 'Lots to close' }).fill('0.3')
    assert.equal(await sheet(page).getByText('This market is closed.').count(), 0)
  })

  test('whose answer is lost is asked for again under the same key', async () => {
    let tries = 0
    const second = Promise.withResolvers<unknown>()
    const ended = orderWire({
      ...held,
      Status: 3,
      CloseReason: 'user',
      CompleteTime: '2026-11-14T09:00:00.000Z',
    })
    const { page, made } = await open(
      '/order?id=1012.close',
      {
        [closePath]: () => {
          tries += 1
          return tries === 1 ? cut : second.promise
        },
      },
      { mayComplain: true },
    )
    await press(page, 'Close all 0.50 lots')
    await answer(page, 'Close position')
    await question(page).getByText('No answer yet. Asking again; nothing is done twice.').waitFor()
    second.resolve({ told: 'Position closed', data: answered(ended) })
    await reads(page, 'Closed lots', '0.50')
    const keys = made(closePath).map((request) => request.headers()['idempotency-key'])
    assert.deepEqual([keys.length, new Set(keys).size], [2, 1])
  })
})

describe('stops', () => {
  test('are saved as exactly what was typed, the other one as it was', async () => {
    const { page, made, account } = await open('/order?id=1012.stops', {
      [stopsPath]: { told: 'Stop loss and take profit saved', data: { ...held, QuoteSeq: 9 } },
    })
    assert.equal(await sheet(page).getByRole('button', { name: 'Nothing changed yet' }).isDisabled(), true)
    await sheet(page).getByRole('switch', { name: 'Take profit' }).tap()
    await sheet(page).getByText('On the wrong side of the price').waitFor()
    await sheet(page).getByRole('textbox', { name: 'Take profit' }).fill('1.09')
    // (1.09000 − 1.08435) × 0.50 × 100,000.
    await sheet(page).getByText('+282.50').waitFor()
    account.open = [{ ...held, TargetProfitPrice: '1.09000' }]
    await press(page, 'Set take profit to 1.09000')
    await reads(page, 'Take profit', '1.09000 +282.50 USD')
    assert.deepEqual(made(stopsPath)[0]?.postDataJSON(), {
      id: 1012,
      stop_loss_price: '1.08267',
      target_profit_price: '1.09000',
    })
    assert.deepEqual(await toastsOf(page).allTextContents(), ['Stop loss and take profit saved'])
  })

  test('that are refused say so beside the one it is about', async () => {
    const { page } = await open('/order?id=1012.stops', {
      [stopsPath]: {
        refused: 'The stop loss is on the wrong side.',
        reason: 'stop_wrong_side',
        field: 'stop_loss_price',
      },
    })
    const loss = sheet(page).getByRole('textbox', { name: 'Stop loss' })
    await loss.fill('1.085')
    await press(page, 'Set stop loss to 1.08500')
    await sheet(page).getByText('The stop loss is on the wrong side.').waitFor()
    assert.equal(await sheet(page).getByText('The stop loss is on the wrong side.').count(), 1)
    assert.equal(await toastsOf(page).count(), 0)
    assert.equal(await loss.inputValue(), '1.085')
  })

  test('of a closed market can be removed and not set, which is said beforehand', async () => {
    const { page, socket, made } = await open('/order?id=1012', {
      [stopsPath]: { told: 'Saved', data: { ...held, QuoteSeq: 9 } },
    })
    await socket.push('DAY_MARKET', [quoteRow(1.0861, 1.0862, { MarketStatus: 0 })])
    await sheet(page).getByText('The market is closed.').waitFor()
    assert.equal(await sheet(page).getByRole('button', { name: 'Close position' }).isDisabled(), true)
    await press(page, 'Stops')
    await sheet(page).getByRole('textbox', { name: 'Stop loss' }).fill('1.08')
    const set = sheet(page).getByRole('button', { name: 'Set stop loss to 1.08000' })
    assert.equal(await set.isDisabled(), true)
    await sheet(page).getByRole('switch', { name: 'Stop loss' }).tap()
    await press(page, 'Remove stop loss')
    await sheet(page).getByText('How this was decided').waitFor()
    assert.deepEqual(made(stopsPath)[0]?.postDataJSON(), {
      id: 1012,
      stop_loss_price: '',
      target_profit_price: '',
    })
  })
})

describe('cancelling a pending order', () => {
  test('is asked first, in a closed market too, and a no changes nothing', async () => {
    const { page, socket, made } = await open('/order?type=0&id=1013', {
      [cancelPath]: { told: 'Order cancelled', data: { ...waiting, Status: 2, QuoteSeq: 9 } },
    })
    await socket.push('DAY_MARKET', [quoteRow(1.0861, 1.0862, { MarketStatus: 0 })])
    await sheet(page).getByText('Cancelling and removing a stop are possible at any time.').waitFor()
    await press(page, 'Cancel order')
    assert.match(plain(await question(page).textContent()), /Buy up 0.50 EUR\/USD at 1.08000/)
    await answer(page, 'Keep as it is')
    await question(page).waitFor({ state: 'detached' })
    assert.equal(made(cancelPath).length, 0)
    await press(page, 'Cancel order')
    await answer(page, 'Cancel order')
    await toastsOf(page).getByText('Order cancelled').waitFor()
    await page.locator('.sheet').waitFor({ state: 'detached' })
    assert.deepEqual(made(cancelPath)[0]?.postDataJSON(), { id: 1013 })
    assert.deepEqual(await toastsOf(page).allTextContents(), ['Order cancelled'])
  })
})

describe('anyone can use it', () => {
  for (const look of looks)
    test(`${look.colorScheme}, ${look.locale}`, async () => {
      const { page } = await open('/order?id=1012', {}, look)
      await assertSound(page)
      for (const path of ['?id=1012.stops', '?id=1012.close', '?type=0&id=1013.cancel', '?type=3&id=1010']) {
        await page.goto(`/order${path}`)
        await page.locator('[role=dialog] dl, [role=dialog] [role=switch]').first().waitFor()
        await assertSound(page)
      }
      await page.setViewportSize({ width: 320, height: 640 })
      await doubleLetters(page)
      assert.deepEqual(await sidewaysFaults(page), [])
    })
})
