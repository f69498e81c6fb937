import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aborted } from '#test/browser/account/stub-calls.ts'
import {
  addPath,
  listPath,
  longPress,
  openWithAlerts,
  placeOnChart,
  pushEvents,
  removePath,
  tapMark,
} from '#test/browser/alerts/alerts-page.ts'
import { openOrder } from '#test/browser/orders/detail-page.ts'
import { setUpOrderPhones } from '#test/browser/orders/order-phones.ts'
import { waitForToast } from '#test/browser/toasts.ts'
import { nextFrames } from '#test/browser/trade-screen/trade-page.ts'
import { settle } from '#test/browser/ui/settle.ts'
import { startTouch } from '#test/browser/ui/touch.ts'
import { en, startingWith } from '#test/browser/words.ts'
import { eventually } from '#test/eventually.ts'
import { hitAlert, priceAlert } from '#test/wire/alert-fixtures.ts'

const phones = setUpOrderPhones()
const stopsPath = '/v1/api/forex/set_stop_price'

const sheet = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string) => sheet(page).getByRole('button', { name, exact: true })
const price = (page: Page) => sheet(page).getByRole('textbox', { name: en('alerts.price') })
const condition = (page: Page, name: 'above' | 'below' | 'change') =>
  sheet(page).getByRole('radio', { name: en(`alerts.condition.${name}`) })
const bell = (page: Page) => page.getByRole('button', { name: en('alerts.add') })
const lines = (page: Page) => page.getByRole('list', { name: en('alerts.chart.list') }).getByRole('listitem')
const offer = (page: Page) => page.getByRole('complementary', { name: en('push.offer.title') })
const plain = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '')

describe('on the chart', () => {
  test('a long press sets an alert at its price; its mark opens it and removes it', async () => {
    const { page, made } = await openWithAlerts(phones, '/trade')
    const point = await placeOnChart(page, 0.4, 0.2)
    await longPress(page, point)
    await sheet(page)
      .getByRole('heading', { name: en('alerts.sheet.new') })
      .waitFor()
    const pressed = await price(page).inputValue()
    assert.match(pressed, /^1\.08\d{3}$/)
    assert.equal(await condition(page, 'above').isChecked(), true)
    assert.ok(Number(pressed) > 1.084_27, pressed)
    assert.equal(await offer(page).count(), 0)

    await button(page, en('alerts.set')).tap()
    await sheet(page).waitFor({ state: 'detached' })
    const [sent] = made(addPath)
    assert.deepEqual(sent?.postDataJSON(), { forex_id: 101, condition: 'above', price: pressed, repeats: 0 })
    const text = en('alerts.text.above', { price: pressed })
    assert.equal(plain((await lines(page).textContent()) ?? ''), text)
    await offer(page)
      .getByText(en('alerts.done', { market: '\u2068EUR/USD\u2069' }))
      .waitFor()
    await offer(page)
      .getByRole('button', { name: en('push.offer.later') })
      .tap()
    await offer(page).waitFor({ state: 'detached' })
    await settle(page)
    await tapMark(page, point[1])
    await sheet(page)
      .getByText(en('alerts.text.above', { price: `\u2066${pressed}\u2069` }))
      .waitFor()
    await button(page, en('alerts.remove')).tap()
    await sheet(page).waitFor({ state: 'detached' })
    assert.deepEqual(
      made(removePath).map((request) => request.postDataJSON()),
      [{ id: 1 }],
    )
    assert.equal(await lines(page).count(), 0)

    // "Not now" holds, also after a new start of the app.
    await page.reload()
    await bell(page).tap()
    await price(page).fill('1.09')
    await button(page, en('alerts.set')).tap()
    await waitForToast(page, en('alerts.done', { market: '\u2068EUR/USD\u2069' }))
    await settle(page)
    assert.equal(await offer(page).count(), 0)
  })

  test('a press that moves scrolls, one of the other mouse button is like a long one', async () => {
    const { page } = await openWithAlerts(phones, '/trade')
    const [x, y] = await placeOnChart(page, 0.4, 0.3)
    const touch = await startTouch(page, [x, y])
    for (const to of [x, x + 40, x + 80, x]) await touch.moveTo([to, y])
    await touch.end()
    await page.touchscreen.tap(x, y)
    await nextFrames(page)
    assert.equal(await sheet(page).count(), 0)
    await page.mouse.click(x, y, { button: 'right' })
    await sheet(page)
      .getByRole('heading', { name: en('alerts.sheet.new') })
      .waitFor()
    await settle(page)
    assert.equal(await sheet(page).count(), 1)
  })

  test('shows the alerts of the market, and reads them again after a reconnect', async () => {
    const change = priceAlert({ id: 2, condition: 'change', price: null, percent: '0.50', base: '1.08400' })
    const list = [change, hitAlert({ id: 3 }), priceAlert({ id: 4, forex_id: 7 }), priceAlert()]
    const { page, alerts, socket } = await openWithAlerts(phones, '/trade', { list })
    const texts = async () => (await lines(page).allTextContents()).map(plain)
    await eventually(async () => (await texts()).length === 2)
    assert.deepEqual(await texts(), [
      en('alerts.text.change', { percent: '0.50', price: '1.08400' }),
      en('alerts.text.above', { price: '1.08500' }),
    ])
    alerts.list = [hitAlert(), change]
    await socket.cut()
    await eventually(async () => (await texts()).length === 1)
  })
})

describe('the form', () => {
  test('follows the typed price, says what is reached, and keeps all after a refusal and a lost answer', async () => {
    const { page, calls, made } = await openWithAlerts(phones, '/trade', {
      phoneOptions: { allowConsoleErrors: true },
    })
    await bell(page).tap()
    await button(page, en('alerts.set')).tap()
    await sheet(page).getByText(en('alerts.price.invalid')).waitFor()
    await price(page).fill('1.08')
    assert.equal(await condition(page, 'below').isChecked(), true)
    await condition(page, 'above').check({ force: true })
    await sheet(page).getByText(en('alerts.reached')).waitFor()
    const add = calls[addPath]
    calls[addPath] = { refused: 'The price is there already.', reason: 'invalid_input', field: 'price' }
    await button(page, en('alerts.set')).tap()
    await sheet(page).getByText('The price is there already.').waitFor()
    assert.deepEqual(
      [await price(page).inputValue(), await price(page).getAttribute('aria-invalid')],
      ['1.08', 'true'],
    )

    await condition(page, 'change').check({ force: true })
    await sheet(page)
      .getByRole('textbox', { name: en('alerts.percent') })
      .fill('1')
    await sheet(page).getByRole('switch').check()
    await sheet(page)
      .getByText(startingWith(en('alerts.summary.change', { down: '', up: '' }).slice(0, 20)))
      .waitFor()
    calls[addPath] = aborted
    await button(page, en('alerts.set')).tap()
    await sheet(page).getByText(en('alerts.unanswered')).waitFor()
    calls[addPath] = add
    await button(page, en('alerts.set')).evaluate((element: HTMLButtonElement) => {
      element.click()
      element.click()
    })
    await sheet(page).waitFor({ state: 'detached' })
    const sent = made(addPath).slice(1)
    assert.deepEqual(
      sent.map((request) => request.postDataJSON()),
      Array(2).fill({ forex_id: 101, condition: 'change', percent: '1.00', repeats: 1 }),
    )
    assert.equal(new Set(sent.map((request) => request.headers()['idempotency-key'])).size, 1)
    assert.equal(await lines(page).count(), 1)
  })
})

describe('the list', () => {
  test('sets a reached alert again, removes one after a confirmation, and turns pushes on and off', async () => {
    const list = [hitAlert({ id: 3, condition: 'below', price: '1.08200' }), priceAlert()]
    const { page, made } = await openWithAlerts(phones, '/mine/alerts', { list })
    const rows = page
      .getByRole('list', { name: en('alerts.list.market', { market: 'EUR/USD' }) })
      .getByRole('listitem')
    await rows.nth(1).waitFor()
    const texts = (await rows.allTextContents()).map(plain)
    assert.ok(texts[0]?.startsWith(en('alerts.text.above', { price: '1.08500' })), texts[0])
    assert.ok(texts[1]?.includes(en('alerts.hit')) && texts[1].includes('1.08503'), texts[1])
    await page.locator('main h2').getByText('1.08427').waitFor()

    await rows
      .nth(1)
      .getByRole('button', { name: en('alerts.again') })
      .tap()
    assert.equal(await price(page).inputValue(), '1.08200')
    assert.equal(await condition(page, 'below').isChecked(), true)
    await button(page, en('alerts.set')).tap()
    await rows.nth(2).waitFor()

    // The device is offered pushes: only "Turn on" makes the browser ask.
    await offer(page).waitFor()
    assert.deepEqual(await pushEvents(page), [])
    await offer(page)
      .getByRole('button', { name: en('push.offer.on') })
      .tap()
    await offer(page).waitFor({ state: 'detached' })
    assert.deepEqual(await pushEvents(page), ['asked', 'subscribed'])
    assert.equal(made('/api/push/subscribe').length, 1)
    const device = page.getByRole('switch', { name: en('push.device') })
    assert.equal(await device.isChecked(), true)
    await device.tap()
    await page.getByText(en('push.device.off')).waitFor()
    assert.equal(made('/api/push/unsubscribe').length, 1)

    await rows.first().getByRole('button').last().tap()
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: en('alerts.remove') }).tap()
    await question.waitFor({ state: 'detached' })
    assert.equal(await rows.count(), 2)
  })

  test('is reached from the menu, explains the long press when empty, and offers another try', async () => {
    const { page, calls } = await openWithAlerts(phones, '/user', { isPriced: false })
    await page.getByRole('link', { name: en('title.alerts') }).tap()
    await page.getByText(en('alerts.none.text')).waitFor()
    calls[listPath] = { refused: 'Not now.' }
    await page.goto('/mine/alerts')
    await page.getByText(en('alerts.failed')).waitFor()
    calls[listPath] = [priceAlert()]
    await page.getByRole('button', { name: en('list.retry') }).tap()
    await page.getByRole('button', { name: startingWith(en('alerts.remove.one', { alert: '' })) }).waitFor()
  })
})

describe('pushes', () => {
  const stops = (TargetLossPrice: string | null) => ({ ...openOrder, TargetLossPrice, QuoteSeq: 9 })
  const stopLoss = (page: Page) => sheet(page).getByRole('switch', { name: en('order.stop_loss') })
  const card = (page: Page) => page.getByText(en('push.offer.title'))

  test('are offered after a stop was set', async () => {
    const { page, calls } = await openWithAlerts(phones, '/order?id=1012.stops', {
      account: { open: [stops(null)] },
    })
    calls[stopsPath] = stops('1.08000')
    await stopLoss(page).check()
    await sheet(page)
      .getByRole('textbox', { name: en('order.stop_loss') })
      .fill('1.08')
    await button(page, en('detail.stops.set.stop_loss', { price: '1.08000' })).tap()
    await card(page).waitFor()
  })

  test('are not offered after a stop was removed', async () => {
    const { page, calls, account, made } = await openWithAlerts(phones, '/order?id=1012.stops', {
      account: { open: [openOrder] },
    })
    calls[stopsPath] = stops(null)
    await stopLoss(page).uncheck()
    await button(page, en('detail.stops.remove.stop_loss')).tap()
    await eventually(() => made(stopsPath).length === 1)
    account.open = [stops(null)]
    await button(page, en('orders.stops')).tap()
    await stopLoss(page).waitFor()
    await settle(page)
    assert.equal(await card(page).count(), 0)
  })
})
