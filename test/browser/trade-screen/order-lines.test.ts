import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { type DevPages, ownPath, serveDevPages } from '#test/browser/dev-page.ts'
import { createMarketPhones, type MarketPhones } from '#test/browser/markets/market-phones.ts'
import { type PricedApp, servePricedApp } from '#test/browser/markets/priced-app.ts'
import { pressInOverlay } from '#test/browser/overlay-keys.ts'
import { shownToasts } from '#test/browser/toasts.ts'
import type { SeenLine } from '#test/browser/trade-screen/order-lines-app.tsx'
import {
  chartBox,
  chartHash,
  chartOf,
  nextFrames,
  waitForChart,
} from '#test/browser/trade-screen/trade-page.ts'
import { startTouch } from '#test/browser/ui/touch.ts'
import { en, wildcard } from '#test/browser/words.ts'

const script = fileURLToPath(import.meta.resolve('#test/browser/trade-screen/order-lines-app.tsx'))
const lots = 0.5
const unitsPerLot = 100_000
const openPrice = 1.084_28

let app: PricedApp
let phones: MarketPhones
let pages: DevPages
let marketId: number
let users = 0
let token: string
let orderId: number
let page: Page

// biome-ignore lint/suspicious/noExplicitAny: each call has its own data, and the test asserts what it needs
type Envelope = { readonly code: number; readonly msg: string; readonly data: any }

async function ask(path: string, query: Readonly<Record<string, string | number>> = {}): Promise<Envelope> {
  const words = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const headers = token === undefined ? {} : { authorization: token }
  return await (await fetch(`${app.address}${path}?${words}`, { headers })).json()
}

const place = (query: Readonly<Record<string, string | number>>) =>
  ask('/v1/api/forex/submit', { forex_id: marketId, multiple: 100, cont: lots, type: 1, status: 1, ...query })

before(async () => {
  app = await servePricedApp()
  pages = await serveDevPages({ script, api: app.address })
  phones = await createMarketPhones()
  const list = await ask('/v1/api/forex/trade_list')
  marketId = list.data.find(({ Code }: { Code: string }) => Code === 'EURUSD').Id
})
after(async () => {
  await phones.stop()
  await pages.stop()
  await app.stop()
})

/** Buys half a lot at 1.08428 with both stops, on a candle tall enough to show both lines. */
beforeEach(async () => {
  users += 1
  const demo_id = users.toString(16).padStart(32, '0')
  token = (await ask('/api/user/createAccountDemoForU', { demo_id })).data.token
  for (const [bid, ask] of [
    ['1.08320', '1.08328'],
    ['1.08520', '1.08528'],
    ['1.08420', '1.08428'],
  ] as const)
    app.price('EURUSD', bid, ask)
  await waitForQuote(1.0842)
  orderId = (await place({ stop_loss_price: '1.08360', target_profit_price: '1.08490' })).data.Id
  const address = `${pages.address}${ownPath}`
  page = await phones.open('about:blank')
  await page.addInitScript((own) => localStorage.setItem('openlot.session', own), token)
  await page.goto(address)
  await waitForChart(page)
  await waitForLineCount(3)
})
afterEach(() => phones.closeAll())

async function waitForQuote(bid: number): Promise<void> {
  for (let attempt = 0; attempt < 500; attempt += 1) {
    const list = await ask('/v1/api/forex/trade_list')
    const market = list.data.find(({ Id }: { Id: number }) => Id === marketId)
    if (market.ForexQuotations.Bid === bid || market.ForexQuotations.Close === bid) return
  }
  assert.fail('the price has come')
}

const marks = () => page.evaluate(() => window.seenMarks?.() ?? { lines: [], fills: [], from: 0 })

async function waitForLineCount(count: number): Promise<void> {
  await page.waitForFunction((wanted) => window.seenMarks?.().lines.length === wanted, count)
  await nextFrames(page)
}

async function lineOf(kind: string): Promise<SeenLine> {
  const found = (await marks()).lines.find((line) => line.kind === kind)
  assert.ok(found, `no line of kind ${kind}`)
  return found
}

/** Drags a line in the middle of the chart to a price. */
async function drag(kind: string, to: number) {
  const { x, y, width } = await chartBox(page)
  const line = await lineOf(kind)
  const height = await page.evaluate((price) => window.heightOf?.(price) ?? 0, to)
  const touch = await startTouch(page, [x + width / 2, y + line.y + 10])
  await touch.moveTo([x + width / 2, y + height + 10])
  return touch
}

const sheet = () => page.getByRole('dialog')
const button = (name: string | RegExp) => sheet().getByRole('button', { name })
/** Formats an amount as displayed: a thin space before the unit, a true minus sign. */
const dollars = (amount: number) => `${amount < 0 ? '\u2212' : '+'}${Math.abs(amount).toFixed(2)}`
const worthAt = (price: number) => Math.round((price - openPrice) * lots * unitsPerLot * 100) / 100

describe('orders on the chart', () => {
  test('are drawn as labelled lines, described in text, with open and close markers', async () => {
    const { lines, fills } = await marks()
    assert.deepEqual(
      lines.map(({ kind, price, label, tone }) => [kind, price, label, tone]),
      [
        ['take_profit', 1.0849, en('line.take_profit', { money: '+31.00' }), 'rise'],
        ['stop_loss', 1.0836, en('line.stop_loss', { money: '\u221234.00' }), 'fall'],
        ['order', 1.08428, en('line.order', { side: en('order.side.buy'), lots: '0.50' }), 'accent'],
      ],
    )
    assert.deepEqual(fills, [{ side: 'buy', what: 'opening', price: 1.08428 }])
    const words = page.getByRole('list', { name: en('line.list') })
    assert.deepEqual(await words.locator('li li').allTextContents(), [
      en('line.list.take_profit', { price: '1.08490', money: '+31.00' }),
      en('line.list.stop_loss', { price: '1.08360', money: '−34.00' }),
    ])

    // A new order adds its lines to the chart, and a closed order removes them at once.
    await place({ type: 2, cont: '0.20' })
    await waitForLineCount(4)
    await ask('/v1/api/forex/close', { id: orderId })
    await waitForLineCount(1)
    await page.waitForFunction(() => window.seenMarks?.().fills.length === 3)
    assert.ok((await marks()).fills.some(({ what, price }) => what === 'closing' && price === 1.0842))
  })

  test('preview a dragged stop, and set it after the confirmation', async () => {
    const touch = await drag('stop_loss', 1.0834)
    const led = await lineOf('stop_loss')
    assert.ok(Math.abs(led.price - 1.0834) < 0.0001, String(led.price))
    assert.equal(led.label, `SL ${led.price.toFixed(5)} · ${dollars(worthAt(led.price))}`)
    await touch.end()
    await sheet().waitFor()
    await sheet().getByText('1.08360').waitFor()
    await sheet()
      .getByText(`${dollars(worthAt(led.price))}\u202fUSD`)
      .waitFor()
    const pips = ((1.0842 - led.price) * 10_000).toFixed(1)
    await sheet().getByText(`${pips}\u202fpips`).waitFor()
    assert.equal((await lineOf('stop_loss')).price, led.price, 'the line stays where it was released')

    const asked = page.waitForRequest(/set_stop_price/)
    await button(en('line.confirm.stop_loss', { price: led.price.toFixed(5) })).tap()
    const sent = Object.fromEntries(new URLSearchParams((await asked).postData() ?? ''))
    const body = (await asked).postDataJSON() ?? sent
    assert.deepEqual(
      [String(body.id), body.stop_loss_price, body.target_profit_price],
      [String(orderId), led.price.toFixed(5), '1.08490'],
    )
    await sheet().waitFor({ state: 'detached' })
    const order = (await ask('/v1/api/forex/my_deal', { status: 1 })).data.data[0]
    assert.equal(order.TargetLossPrice, led.price.toFixed(5))
    assert.equal((await lineOf('stop_loss')).label, `SL ${dollars(worthAt(led.price))}`)
  })

  test('change nothing without the confirmation', async () => {
    let calls = 0
    page.on('request', (request) => {
      if (/set_stop_price/.test(request.url())) calls += 1
    })
    const touch = await drag('take_profit', 1.0851)
    await touch.end()
    await button(en('act.cancel')).tap()
    await sheet().waitFor({ state: 'detached' })
    await page.waitForFunction(() => window.seenMarks?.().lines[0]?.price === 1.0849)
    assert.equal(calls, 0)
  })

  test('refuse a stop on the wrong side of the price, and offer the nearest one', async () => {
    const touch = await drag('stop_loss', 1.0844)
    await touch.end()
    await sheet().getByText(en('stop.fault.wrong_side')).waitFor()
    assert.equal(await button(wildcard(en('line.confirm.stop_loss', { price: '*' }))).isDisabled(), true)
    await button(en('stop.use_nearest', { price: '1.08419' })).tap()
    await button(en('line.confirm.stop_loss', { price: '1.08419' })).tap()
    await sheet().waitFor({ state: 'detached' })
    const order = (await ask('/v1/api/forex/my_deal', { status: 1 })).data.data[0]
    assert.equal(order.TargetLossPrice, '1.08419')
  })

  test('mark a stop whose answer is lost as unconfirmed, send it once, and report that nothing was done', async () => {
    let sent = 0
    await page.route(/set_stop_price/, (route) => {
      sent += 1
      return route.fulfill({ json: { code: 0, msg: 'Not known.', data: { reason: 'outcome_unknown' } } })
    })
    const tapped = Promise.withResolvers<void>()
    await page.route(/forex\/outcome/, async (route) => {
      await tapped.promise
      await route.fallback()
    })
    await (await drag('stop_loss', 1.0834)).end()
    await button(wildcard(en('line.confirm.stop_loss', { price: '*' }))).tap()
    await sheet().getByText(en('act.unconfirmed.stops')).waitFor()
    assert.deepEqual(await shownToasts(page), [])
    await button(en('act.check_now')).tap()
    tapped.resolve()
    await sheet().getByText(en('act.never')).waitFor()
    assert.equal(sent, 1)
    await button(en('act.cancel')).tap()
    await sheet().waitFor({ state: 'detached' })
    await ask('/v1/api/forex/set_stop_price', { id: orderId, stop_loss_price: '1.08360' })
    await waitForLineCount(2)
  })

  test('show a refusal in the confirmation', async () => {
    const refusal = { code: 0, msg: 'Too near the price.', data: { reason: 'stop_wrong_side' } }
    await page.route(/set_stop_price/, (route) => route.fulfill({ json: refusal }))
    await (await drag('stop_loss', 1.0834)).end()
    await button(wildcard(en('line.confirm.stop_loss', { price: '*' }))).tap()
    await sheet().getByText('Too near the price.').waitFor()
    assert.deepEqual(await shownToasts(page), [])
    await button(en('act.cancel')).tap()
    await sheet().waitFor({ state: 'detached' })
    await page.waitForFunction(() => window.seenMarks?.().lines[1]?.price === 1.0836)
  })

  test('keep the line while the order list reloads, and accept the next drag', async () => {
    const listed = Promise.withResolvers<void>()
    await page.route(/my_deal/, async (route) => {
      await listed.promise
      await route.continue()
    })
    await (await drag('stop_loss', 1.0834)).end()
    await button(wildcard(en('line.confirm.stop_loss', { price: '*' }))).tap()
    await sheet().waitFor({ state: 'detached' })
    const set = (await lineOf('stop_loss')).price
    assert.notEqual(set, 1.0836)
    await (await drag('take_profit', 1.0847)).end()
    const asked = page.waitForRequest(/set_stop_price/)
    await button(wildcard(en('line.confirm.take_profit', { price: '*' }))).tap()
    // The request contains the stop loss that was just set, not the outdated one in the list.
    assert.equal((await asked).postDataJSON().stop_loss_price, set.toFixed(5))
    listed.resolve()
    await sheet().waitFor({ state: 'detached' })
    assert.equal((await lineOf('stop_loss')).price, set)
  })

  test('turn a drag of the entry line of an order without stops into a stop', async () => {
    await ask('/v1/api/forex/set_stop_price', { id: orderId })
    await waitForLineCount(1)
    const touch = await drag('order', 1.0835)
    const { lines } = await marks()
    assert.deepEqual(
      lines.map(({ kind }) => kind),
      ['stop_loss', 'order'],
    )
    await touch.moveTo([195, (await chartBox(page)).y + (await heightAt(1.085)) + 10])
    assert.deepEqual((await marks()).lines[0]?.kind, 'take_profit')
    await touch.end()
    await sheet()
      .getByRole('heading', { name: en('line.set.take_profit') })
      .waitFor()
    await sheet().getByText(en('order.none')).waitFor()
    await button(en('act.cancel')).tap()
    await waitForLineCount(1)
  })

  test('a horizontal drag scrolls the chart, even if it starts on a line', async () => {
    const { x, y, width } = await chartBox(page)
    const line = await lineOf('stop_loss')
    const { from } = await marks()
    const touch = await startTouch(page, [x + width / 3, y + line.y])
    await touch.moveTo([x + width / 1.5, y + line.y + 6])
    await touch.end()
    await nextFrames(page)
    assert.notEqual((await marks()).from, from)
    assert.equal(await sheet().count(), 0)
    assert.equal((await lineOf('stop_loss')).price, 1.0836)
  })

  test('pass a tap on a line to the chart', async () => {
    const legend = () => chartHash(page, { top: 40, right: 80 })
    const before = await legend()
    const { x, y, width } = await chartBox(page)
    await page.touchscreen.tap(x + width - 90, y + (await lineOf('stop_loss')).y)
    assert.notEqual(await legend(), before)
    assert.equal(await sheet().count(), 0)
  })

  test('can be dragged with a mouse, which changes its cursor', async () => {
    const { x, y, width } = await chartBox(page)
    const at = x + width / 2
    await page.mouse.move(at, y + (await heightAt(1.0852)))
    assert.equal(await chartOf(page).getAttribute('data-grip'), null)
    await page.mouse.move(at, y + (await heightAt(1.0836)))
    assert.equal(await chartOf(page).getAttribute('data-grip'), '')
    await page.mouse.down()
    await page.mouse.move(at, y + (await heightAt(1.0834)), { steps: 5 })
    const led = await lineOf('stop_loss')
    assert.ok(led.price < 1.0836, String(led.price))
    await page.mouse.up()
    await button(en('line.confirm.stop_loss', { price: led.price.toFixed(5) })).waitFor()
    await pressInOverlay(page, 'Escape')
    await sheet().waitFor({ state: 'detached' })
    assert.equal((await lineOf('stop_loss')).price, 1.0836)
  })

  test('return a dragged line while the market is closed, and show why', async () => {
    app.close('EURUSD')
    await page.getByText(en('market.closed')).first().waitFor()
    const touch = await drag('stop_loss', 1.0834)
    await touch.end()
    await page.getByText(en('line.held_back.closed')).waitFor()
    assert.equal(await sheet().count(), 0)
    assert.equal((await lineOf('stop_loss')).price, 1.0836)
  })
})

const heightAt = (price: number) => page.evaluate((value) => window.heightOf?.(value) ?? 0, price)
