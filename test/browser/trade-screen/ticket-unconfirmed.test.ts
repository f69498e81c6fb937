import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page, Request } from 'playwright-core'
import { hashSession } from '#browser/session/hash-session.ts'
import type { SubmitInput } from '#contract/calls/trading.ts'
import { token } from '#test/browser/account/account-phones.ts'
import { aborted, type StubbedCalls } from '#test/browser/account/stub-calls.ts'
import {
  checkNow,
  decidedOutcome,
  neverOutcome,
  neverPlaced,
  outcomePath,
  refusedOutcome,
  storedActions,
} from '#test/browser/orders/lost-actions.ts'
import { type OrderPhone, quoteRow, setUpOrderPhones } from '#test/browser/orders/order-phones.ts'
import { pressInOverlay } from '#test/browser/overlay-keys.ts'
import {
  lotsOf,
  openTicket,
  sheetOf,
  stopOf,
  stopSwitch,
  submitPath,
  ticketCalls,
  waitForButton,
  waitForPath,
} from '#test/browser/trade-screen/ticket-page.ts'
import { tapOnceShown } from '#test/browser/trading-journeys/double-tap.ts'
import { en, orderLabel, startingWith } from '#test/browser/words.ts'
import { assertAccessible } from '#test/looks/assert-accessible.ts'
import { orderWire, otherMarkets } from '#test/wire/order-fixtures.ts'
import type { StoredAction } from '#web/trade-actions/action-storage.ts'
import { actionKeyPrefix } from '#web/trade-actions/storage-keys.ts'
import { outcomeRetentionMs } from '#web/trade-actions/trade-actions.ts'

const phones = setUpOrderPhones()
const { gold } = otherMarkets

const inputOf = (forex_id: number): SubmitInput => ({
  ...{ type: 1, forex_id, status: 1, cont: '0.50', multiple: '100' },
  ...{ price: '1.08435', deviation: 8 },
})

const actionKey = 'key-of-the-test'

/** Stores an order that an earlier visit sent without receiving an answer. */
function storeUnconfirmed(page: Page, input: SubmitInput, ageMs = 60_000, key = actionKey): Promise<void> {
  const kept: Omit<StoredAction, 'sentAtMs' | 'seenAtMs'> = {
    ...{ key, act: { kind: 'place', input } },
    ...{
      userId: 7,
      mark: hashSession(token),
      market: input.forex_id === gold.Id ? 'XAU/USD' : 'EUR/USD',
    },
  }
  return page.evaluate(
    ([name, act, age]) => {
      const atMs = Date.now() - age
      localStorage.setItem(name, JSON.stringify({ ...act, sentAtMs: atMs, seenAtMs: atMs }))
    },
    [actionKeyPrefix + key, kept, ageMs] as const,
  )
}

/** Opens the path with EUR/USD and gold in the market list. EUR/USD is selected. */
async function openAt(path: string, calls: StubbedCalls): Promise<OrderPhone> {
  const [euro] = ticketCalls['/v1/api/forex/trade_list'] as readonly object[]
  const markets = [euro, { ...euro, ...gold, Bid: 2000.1, Ask: 2000.5 }]
  const all = { ...ticketCalls, '/v1/api/forex/trade_list': markets, ...calls }
  const phone = await phones.open(path, {}, { calls: all })
  if (path.startsWith('/trade'))
    await phone.page.getByRole('button', { name: startingWith(en('order.side.buy')) }).waitFor()
  return phone
}

describe('an order too old to confirm', () => {
  test('is shown after a restart, blocks the ticket, links to the orders, and is dismissed once read', async () => {
    const { page, made, socket } = await openAt('/trade', {})
    await storeUnconfirmed(page, inputOf(101), outcomeRetentionMs + 1_000)
    await page.reload()
    const notice = sheetOf(page).getByText(en('act.expired'))
    await notice.waitFor()
    await socket.push('DAY_MARKET', [quoteRow(1.08427, 1.08435)])
    await assertAccessible(page)
    assert.equal(
      await sheetOf(page)
        .getByRole('button', { name: `${en('order.side.buy')} 0.01` })
        .count(),
      0,
    )
    await page.keyboard.press('Escape')
    await sheetOf(page)
      .getByRole('link', { name: en('act.expired.orders') })
      .tap()
    await waitForPath(page, '/order?type=1')
    await page.goBack()
    await sheetOf(page).waitFor({ state: 'detached' })
    assert.equal(await storedActions(page), 0)
    await page.getByRole('button', { name: startingWith(en('order.side.buy')) }).tap()
    await waitForButton(page, orderLabel('buy', '0.01', '1.08435'))
    assert.deepEqual([made(submitPath).length, made(outcomePath).length], [0, 0])
  })

  test('shows its market if the ticket has another one', async () => {
    const { page } = await openAt('/trade?ticket=buy', {})
    await storeUnconfirmed(page, inputOf(gold.Id), outcomeRetentionMs + 1_000)
    await page.reload()
    await sheetOf(page)
      .getByText(en('act.of_market', { market: 'XAU/USD', words: en('act.expired') }))
      .waitFor()
    await sheetOf(page)
      .getByRole('button', { name: en('ticket.expired.seen') })
      .tap()
    await waitForButton(page, orderLabel('buy', '0.01', '1.08435'))
  })
})

describe('an unconfirmed order of an earlier visit', () => {
  test('is requested by its key, blocks the ticket until its outcome is known, and shows it', async () => {
    const going = Promise.withResolvers<unknown>()
    const { page, made } = await openAt('/trade?ticket=buy', { [outcomePath]: () => going.promise })
    await storeUnconfirmed(page, inputOf(101))
    await page.reload()
    await sheetOf(page).getByText(en('act.unconfirmed.place')).waitFor()
    await sheetOf(page).getByText(en('act.checking')).waitFor()
    await sheetOf(page)
      .locator('bdi')
      .getByText(orderLabel('buy', '0.50', '1.08435'))
      .waitFor()
    await assertAccessible(page)
    const place = sheetOf(page).getByRole('button', { name: startingWith(en('order.side.buy')) })
    assert.equal(await place.getAttribute('aria-disabled'), 'true')
    going.resolve(neverOutcome)
    await sheetOf(page).getByText(neverPlaced).waitFor()
    await assertAccessible(page)
    assert.equal(await place.getAttribute('aria-disabled'), 'false')
    const asked = made(outcomePath).map((request) => request.postDataJSON())
    assert.deepEqual([asked.length, asked[0].key], [1, actionKey])
    assert.equal(made(submitPath).length, 0)
    await lotsOf(page).fill('0.5')
    await sheetOf(page).getByText(neverPlaced).waitFor({ state: 'detached' })
    assert.equal(await storedActions(page), 0)
  })

  test('is requested if the previous app version stored it', async () => {
    const { page, made } = await openAt('/trade', { [outcomePath]: neverOutcome })
    await page.evaluate(
      (old) =>
        sessionStorage.setItem(
          'openlot.sent_order',
          JSON.stringify({ ...old, sentAtMs: Date.now() - 60_000 }),
        ),
      { key: actionKey, input: inputOf(101), userId: 7, mark: hashSession(token) },
    )
    await page.reload()
    await page.getByText(neverPlaced).waitFor()
    assert.deepEqual([made(submitPath).length, made(outcomePath)[0]?.postDataJSON().key], [0, actionKey])
    assert.equal(await page.evaluate(() => sessionStorage.getItem('openlot.sent_order')), null)
  })

  for (const [end, outcome, words] of [
    ['did not arrive', neverOutcome, neverPlaced],
    [
      'was refused',
      refusedOutcome('The market is closed.', 'market_closed'),
      en('act.not_done', { why: 'The market is closed.' }),
    ],
  ] as const)
    test(`${end}: a closed ticket does not reopen with a button under the finger`, async () => {
      const going = Promise.withResolvers<unknown>()
      const { page } = await openAt('/trade?ticket=buy', { [outcomePath]: () => going.promise })
      await storeUnconfirmed(page, inputOf(101))
      await page.reload()
      await sheetOf(page).getByText(en('act.checking')).waitFor()
      await pressInOverlay(page, 'Escape')
      await sheetOf(page).waitFor({ state: 'detached' })
      await page.getByText(en('act.checking')).waitFor()
      going.resolve(outcome)
      await page.getByText(words).waitFor()
      assert.equal(await sheetOf(page).count(), 0)
      await page.getByRole('button', { name: startingWith(en('order.side.buy')) }).tap()
      await waitForButton(page, orderLabel('buy', '0.01', '1.08435'))
    })

  for (const [way, leave] of [
    ['closed', (page: Page) => pressInOverlay(page, 'Escape')],
    ['left with Back', (page: Page) => page.goBack()],
  ] as const)
    test(`is shown after a second order failed to arrive, when the ticket is ${way}`, async () => {
      const filled = decidedOutcome({ ...orderWire({}), QuoteSeq: 7 })
      const outcome = (request: Request) => (request.postDataJSON().key === actionKey ? filled : neverOutcome)
      const { page } = await openAt('/trade', { [outcomePath]: outcome })
      await page.getByRole('button', { name: startingWith(en('order.side.buy')) }).tap()
      await waitForButton(page, orderLabel('buy', '0.01', '1.08435'))
      await storeUnconfirmed(page, inputOf(101), 60_000)
      await storeUnconfirmed(page, inputOf(101), 50_000, 'key-of-the-second')
      await page.reload()
      await sheetOf(page).getByText(neverPlaced).waitFor()
      await leave(page)
      await sheetOf(page).getByText(en('ticket.placed.open'), { exact: true }).waitFor()
      assert.equal(await storedActions(page), 1)
      await sheetOf(page)
        .getByRole('button', { name: en('ticket.placed.done') })
        .tap()
      await sheetOf(page).waitFor({ state: 'detached' })
      assert.equal(await storedActions(page), 0)
    })

  for (const path of ['/', '/user', '/order'])
    test(`is shown in a banner on ${path}, until the user has dismissed its outcome`, async () => {
      const going = Promise.withResolvers<unknown>()
      const { page } = await openAt('/trade', { [outcomePath]: () => going.promise })
      await storeUnconfirmed(page, inputOf(gold.Id))
      await page.goto(path)
      await page.getByText(en('act.unconfirmed.place')).waitFor()
      await page
        .getByText(en('act.of_market', { market: 'XAU/USD', words: orderLabel('buy', '0.50', '1.08435') }))
        .waitFor()
      await assertAccessible(page)
      going.resolve(decidedOutcome({ ...orderWire({ OriginPrice: '2000.50' }), QuoteSeq: 7 }))
      await page
        .getByText(
          en('act.of_market', {
            market: 'XAU/USD',
            words: en('act.done', { what: orderLabel('buy', '0.50', '2 000.50') }),
          }),
        )
        .waitFor()
      await assertAccessible(page)
      await page.reload()
      await page
        .getByText(
          en('act.of_market', {
            market: 'XAU/USD',
            words: en('act.done', { what: orderLabel('buy', '0.50', '2 000.50') }),
          }),
        )
        .waitFor()
      await page.getByRole('button', { name: en('act.ok') }).tap()
      await page.getByText(en('act.done', { what: en('order.side.buy') })).waitFor({ state: 'detached' })
      assert.equal(await storedActions(page), 0)
    })

  test('reports a missing connection, and is requested at once on a press', async () => {
    const phoneOptions = { allowConsoleErrors: true } as const
    const all = { ...ticketCalls, [outcomePath]: aborted as unknown }
    const phone = await phones.open('/order', {}, { calls: all, phoneOptions })
    const { page } = phone
    await storeUnconfirmed(page, inputOf(101))
    await page.reload()
    await page.getByText(en('act.no_line')).waitFor()
    const check = page.getByRole('button', { name: en('act.check_now') })
    await checkNow(phone, check, refusedOutcome('The market is closed.', 'market_closed'))
    await page.getByText(en('act.not_done', { why: 'The market is closed.' })).waitFor()
    await assertAccessible(page)
  })

  test('is neither requested nor shown for another user or after logging out', async () => {
    const { page, made, calls } = await openAt('/order', { [outcomePath]: neverOutcome })
    await storeUnconfirmed(page, inputOf(101))
    const otherUser = { ...(calls['/api/user/info'] as object), id: 8 }
    calls['/api/user/info'] = otherUser
    await page.evaluate(() => localStorage.setItem('openlot.session', 'a-token-of-another'))
    await page.reload()
    await page.getByText(en('orders.none.open')).waitFor()
    await page.evaluate(() => localStorage.removeItem('openlot.session'))
    await page.goto('/')
    await page.getByText('EUR/USD').first().waitFor()
    assert.equal(await page.getByText(en('act.unconfirmed.place')).count(), 0)
    assert.deepEqual([made(outcomePath).length, await storedActions(page)], [0, 1])
    calls['/api/user/info'] = { ...otherUser, id: 7 }
    await page.evaluate(() => localStorage.setItem('openlot.session', 'a-token-of-a-new-session'))
    await page.reload()
    await page.getByText(neverPlaced).waitFor()
    assert.deepEqual(
      made(outcomePath).map((request) => request.headers()['authorization']),
      ['a-token-of-a-new-session'],
    )
  })
})

describe('the second of two taps', () => {
  test('does not accept the new price that the first was refused for', async () => {
    const refused = { refused: 'The price has moved.', reason: 'price_moved' }
    const { page, made } = await openAt('/trade?ticket=buy', { [submitPath]: refused })
    const place = sheetOf(page).getByRole('button', { name: orderLabel('buy', '0.01', '1.08435') })
    await tapOnceShown(page, place, 'The price has moved.')
    assert.equal(made(submitPath).length, 1)
  })

  test('places nothing after the first has dismissed an old order', async () => {
    const { page, made } = await openAt('/trade?ticket=buy', {})
    await storeUnconfirmed(page, inputOf(101), outcomeRetentionMs + 1_000)
    await page.reload()
    const read = sheetOf(page).getByRole('button', { name: en('ticket.expired.seen') })
    await tapOnceShown(page, read, orderLabel('buy', '0.01', '1.08435'))
    await waitForButton(page, orderLabel('buy', '0.01', '1.08435'))
    assert.equal(made(submitPath).length, 0)
  })

  test('does not dismiss the outcome that the first has requested', async () => {
    const filled = decidedOutcome({ ...orderWire({}), QuoteSeq: 7 })
    const phoneOptions = { allowConsoleErrors: true } as const
    const all = { ...ticketCalls, [outcomePath]: aborted as unknown }
    const { page, calls } = await phones.open('/order', {}, { calls: all, phoneOptions })
    await storeUnconfirmed(page, inputOf(101))
    await page.reload()
    await page.getByText(en('act.no_line')).waitFor()
    const check = page.getByRole('button', { name: en('act.check_now') })
    const tapped = Promise.withResolvers<unknown>()
    calls[outcomePath] = () => tapped.promise
    await tapOnceShown(page, check, en('act.done', { what: en('order.side.buy') }), () =>
      tapped.resolve(filled),
    )
    await page.getByText(en('act.done', { what: en('order.side.buy') })).waitFor()
    assert.equal(await storedActions(page), 1)
    await page.getByRole('button', { name: en('act.ok') }).tap()
    await page.getByText(en('act.done', { what: en('order.side.buy') })).waitFor({ state: 'detached' })
  })
})

describe("an order of another market than the ticket's", () => {
  test('is shown with its own market, and leaves the ticket unchanged', async () => {
    const answer = { ...orderWire({ ForexTradeLists: gold, OriginPrice: '2000.50' }), QuoteSeq: 7 }
    const { page } = await openAt('/trade', { [outcomePath]: decidedOutcome(answer) })
    await page.evaluate((marketId) => {
      const stop = { isOn: false, by: 'price', text: '' }
      const draft = { marketId, side: 'buy', mode: 'market', target: '', leverage: 10, lots: '5.00' }
      const text = JSON.stringify({ ...draft, stopLoss: stop, takeProfit: stop })
      sessionStorage.setItem('openlot.ticket', text)
    }, gold.Id)
    await storeUnconfirmed(page, inputOf(gold.Id))
    await page.reload()
    await sheetOf(page).getByText(en('ticket.placed.open'), { exact: true }).waitFor()
    await page.getByRole('dialog', { name: 'XAU/USD' }).waitFor()
    assert.equal(await sheetOf(page).getByText('EUR/USD').count(), 0)
    await assertAccessible(page)
    await sheetOf(page)
      .getByRole('button', { name: en('ticket.placed.done') })
      .tap()
    await sheetOf(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: startingWith(en('order.side.buy')) }).tap()
    await waitForButton(page, orderLabel('buy', '0.01', '1.08435'))
    assert.ok(await sheetOf(page).getByRole('radio', { name: '×100' }).isChecked())
  })

  test('shows its refusal above the button, not beside the fields of this ticket', async () => {
    const refused = refusedOutcome('Too many lots.', 'lots_limit')
    const { page } = await openAt('/trade?ticket=buy', { [outcomePath]: refused })
    await storeUnconfirmed(page, inputOf(gold.Id))
    await page.reload()
    await sheetOf(page).getByRole('status').getByText('XAU/USD · Too many lots.').waitFor()
    assert.equal(await sheetOf(page).getByText('Too many lots.').count(), 1)
    await lotsOf(page).fill('0.5')
    await sheetOf(page).getByRole('status').getByText('XAU/USD · Too many lots.').waitFor()
  })
})

test('scrolls to a refusal beside a field that is out of view', async () => {
  const refused = { refused: 'This leverage is not offered.', reason: 'leverage_not_offered' }
  const phoneOptions = { viewport: { width: 320, height: 568 } }
  const { page } = await openTicket(phones, { calls: { [submitPath]: refused }, phoneOptions })
  await stopSwitch(page, en('order.stop_loss')).tap()
  await stopOf(page, en('order.stop_loss')).fill('1.08')
  await stopSwitch(page, en('order.take_profit')).tap()
  await stopOf(page, en('order.take_profit')).fill('1.09')
  await sheetOf(page).getByText(en('ticket.close_out')).scrollIntoViewIfNeeded()
  const said = sheetOf(page).getByText(en('order.leverage'), { exact: true }).first()
  const isInSight = () =>
    said.evaluate((words) => {
      const { top, bottom, left } = words.getBoundingClientRect()
      const there = document.elementFromPoint(left + 1, (top + bottom) / 2)
      return words.contains(there)
    })
  assert.equal(await isInSight(), false)
  await (await waitForButton(page, orderLabel('buy', '0.01', '1.08435'))).tap()
  await sheetOf(page).getByText(refused.refused).waitFor()
  assert.equal(await isInSight(), true)
})
