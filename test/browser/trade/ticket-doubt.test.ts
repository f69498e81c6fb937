import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { SubmitInput } from '#contract/calls/submit.ts'
import { assertSound, token } from '#test/browser/mine/mine-phones.ts'
import type { StubbedCalls } from '#test/browser/mine/stubbed-calls.ts'
import { type OrderPhone, quoteRow, takeOrderPhones } from '#test/browser/order/order-phones.ts'
import {
  boxOf,
  buttonSays,
  isAt,
  lotsOf,
  openTicket,
  sheetOf,
  stopOf,
  submitPath,
  ticketCalls,
} from '#test/browser/trade/ticket-page.ts'
import { orderWire, otherMarkets } from '#test/wire/order-wire.ts'
import { longestDoubtMs } from '#web/parts/act.ts'
import { type SentOrder, sessionMark } from '#web/screens/trade/ticket/placing/sent-order.ts'

const phones = takeOrderPhones()
const { gold } = otherMarkets

const inputOf = (forex_id: number): SubmitInput => ({
  ...{ type: 1, forex_id, status: 1, cont: '0.50', multiple: '100' },
  ...{ price: '1.08435', deviation: 8 },
})

/** The tab was reloaded while this was in doubt. */
function leaveInDoubt(page: Page, input: SubmitInput, ageMs = 0): Promise<void> {
  const kept: Omit<SentOrder, 'sentAtMs'> = { key: 'a-key', input, userId: 7, mark: sessionMark(token) }
  return page.evaluate(
    ([order, age]) => {
      sessionStorage.setItem('openlot.sent_order', JSON.stringify({ ...order, sentAtMs: Date.now() - age }))
    },
    [kept, ageMs] as const,
  )
}

/** With gold in the list as well; EUR/USD is the one to be seen. */
async function openAt(path: string, calls: StubbedCalls): Promise<OrderPhone> {
  const [euro] = ticketCalls['/v1/api/forex/trade_list'] as readonly object[]
  const markets = [euro, { ...euro, ...gold, Bid: 2000.1, Ask: 2000.5 }]
  const all = { ...ticketCalls, '/v1/api/forex/trade_list': markets, ...calls }
  const phone = await phones.open(path, {}, { calls: all })
  await phone.page.getByRole('button', { name: /^Buy up/ }).waitFor()
  return phone
}

describe('an order of which nobody will know any more', () => {
  test('is told after a reload, blocks the ticket, leads to the orders, and is done with when it was read', async () => {
    const { page, made, socket } = await openAt('/trade', {})
    await leaveInDoubt(page, inputOf(101), longestDoubtMs + 1_000)
    await page.reload()
    const told = sheetOf(page).getByText(
      'Nobody could say whether this order was placed. Look at your orders before you place another.',
      { exact: true },
    )
    await told.waitFor()
    await socket.push('DAY_MARKET', [quoteRow(1.08427, 1.08435)])
    await assertSound(page)
    assert.equal(await sheetOf(page).getByRole('button', { name: 'Buy up 0.01' }).count(), 0)
    await page.keyboard.press('Escape')
    await sheetOf(page).getByRole('link', { name: 'See your orders' }).tap()
    await isAt(page, '/order?type=1')
    await page.goBack()
    await told.waitFor()
    await sheetOf(page).getByRole('button', { name: 'I have looked' }).tap()
    await sheetOf(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^Buy up/ }).tap()
    await buttonSays(page, 'Buy up 0.01 at 1.08435')
    assert.equal(made(submitPath).length, 0)
  })

  test('names its market where that is another', async () => {
    const { page } = await openAt('/trade?ticket=buy', {})
    await leaveInDoubt(page, inputOf(gold.Id), longestDoubtMs + 1_000)
    await page.reload()
    await sheetOf(page).getByText('XAU/USD · Nobody could say whether this order was placed.').waitFor()
  })
})

describe('an order in another market than the one to be seen', () => {
  test('is told under its own name, and leaves the ticket of this market alone', async () => {
    const answer = { ...orderWire({ ForexTradeLists: gold, OriginPrice: '2000.50' }), QuoteSeq: 7 }
    const { page } = await openAt('/trade', { [submitPath]: answer })
    await page.evaluate((marketId) => {
      const stop = { isOn: false, by: 'price', text: '' }
      const draft = { marketId, side: 'buy', mode: 'market', target: '', leverage: 10, lots: '5.00' }
      const text = JSON.stringify({ ...draft, stopLoss: stop, takeProfit: stop })
      sessionStorage.setItem('openlot.ticket', text)
    }, gold.Id)
    await leaveInDoubt(page, inputOf(gold.Id))
    await page.reload()
    await sheetOf(page).getByText('Order filled', { exact: true }).waitFor()
    await page.getByRole('dialog', { name: 'XAU/USD' }).waitFor()
    assert.equal(await sheetOf(page).getByText('EUR/USD').count(), 0)
    await assertSound(page)
    await sheetOf(page).getByRole('button', { name: 'Done' }).tap()
    await sheetOf(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^Buy up/ }).tap()
    await buttonSays(page, 'Buy up 0.01 at 1.08435')
    assert.ok(await sheetOf(page).getByRole('radio', { name: '×100' }).isChecked())
  })

  test('that was refused is not said beside the fields of this one', async () => {
    const refused = { refused: 'Too many lots.', reason: 'lots_limit' }
    const { page } = await openAt('/trade?ticket=buy', { [submitPath]: refused })
    await leaveInDoubt(page, inputOf(gold.Id))
    await page.reload()
    await sheetOf(page).getByRole('status').getByText('XAU/USD · Too many lots.').waitFor()
    assert.equal(await sheetOf(page).getByText('Too many lots.').count(), 1)
    await lotsOf(page).fill('0.5')
    await sheetOf(page).getByRole('status').getByText('XAU/USD · Too many lots.').waitFor()
  })
})

test('a refusal beside a field that is out of sight brings it into sight', async () => {
  const refused = { refused: 'The multiplier is not offered.', reason: 'leverage_not_offered' }
  const wishes = { viewport: { width: 320, height: 568 } }
  const { page } = await openTicket(phones, { calls: { [submitPath]: refused }, wishes })
  await boxOf(page, 'Stop loss').tap()
  await stopOf(page, 'Stop loss').fill('1.08')
  await boxOf(page, 'Take profit').tap()
  await stopOf(page, 'Take profit').fill('1.09')
  await sheetOf(page).getByText('Close-out at').scrollIntoViewIfNeeded()
  const said = sheetOf(page).getByText('Multiplier', { exact: true }).first()
  const isInSight = () =>
    said.evaluate((words) => {
      const { top, bottom, left } = words.getBoundingClientRect()
      const there = document.elementFromPoint(left + 1, (top + bottom) / 2)
      return words.contains(there)
    })
  assert.equal(await isInSight(), false)
  await (await buttonSays(page, 'Buy up 0.01 at 1.08435')).tap()
  await sheetOf(page).getByText(refused.refused).waitFor()
  assert.equal(await isInSight(), true)
})
