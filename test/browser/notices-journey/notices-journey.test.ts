// A trader is told by bell and push of a margin call, a close-out and a price alert, on the real server. The push service
// is a double over HTTP that decrypts what it receives and checks who signed it.
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { firstPrices, type PricedApp, servePricedApp } from '#test/browser/markets/priced-app.ts'
import { deliver, subscribeAt } from '#test/browser/notices-journey/push-phone.ts'
import { createPhone, openBrowser, type Phone } from '#test/browser/phone.ts'
import { waitForToast } from '#test/browser/toasts.ts'
import { withStorage } from '#test/browser/trade-screen/trade-page.ts'
import { openDemoAccount } from '#test/browser/trading-journeys/trading-page.ts'
import { en, serverEn } from '#test/browser/words.ts'
import { eventually } from '#test/eventually.ts'
import { startPushService } from '#test/push/push-service.ts'

let service: Awaited<ReturnType<typeof startPushService>>
let app: PricedApp
let browser: Browser
let phone: Phone
let page: Page
let token = ''
let phones = 0

before(async () => {
  service = await startPushService()
  app = await servePricedApp({ PUSH_SERVICES: service.origin })
  browser = await openBrowser()
})
after(async () => {
  await browser.close()
  await app.stop()
  await service.close()
})
beforeEach(async () => {
  for (const [code, bid, ask] of firstPrices) app.price(code, bid, ask)
  token = await openDemoAccount(app.address)
  const storage = withStorage(app.address, { 'openlot.session': token })
  phone = await createPhone(browser, { baseURL: app.address, reducedMotion: 'reduce', ...storage })
  page = phone.page
  phones += 1
  await subscribeAt(page.context(), service.subscribe(`phone${phones}`))
})
afterEach(() => phone.close())

async function call(path: string, body?: object) {
  const headers = { authorization: token, lang: 'en', 'content-type': 'application/json' }
  const request = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
  const answer = await (await fetch(`${app.address}${path}`, request)).json()
  assert.equal(answer.code, 1, answer.msg)
  return answer.data
}

async function idOf(code: string): Promise<number> {
  const markets = await call('/v1/api/forex/trade_list')
  return markets.find((market: { Code: string }) => market.Code === code).Id
}

const bell = (count: number) =>
  page.getByRole('link', {
    name: count === 0 ? en('title.notices') : en('app.notices', { count }),
    exact: true,
  })
const rows = () => page.getByRole('list', { name: en('notices.list') }).getByRole('listitem')

function isolated(text: string): string {
  return `\u2068${text}\u2069`
}

async function turnOnPushes(): Promise<void> {
  await page.goto('/mine/notices/settings')
  await page.getByRole('switch', { name: en('push.device') }).tap()
  await waitForToast(page, en('push.done'))
}

/** The next push of this phone, accepted by the service. It says nothing private. */
async function nextPush() {
  const push = await service.pushes.next()
  push.answer(201)
  assert.equal(push.browser, `phone${phones}`)
  assert.equal(push.vapid.aud, service.origin)
  assert.deepEqual(
    [push.payload.title, push.payload.body, push.payload.path],
    [serverEn('push.private.title'), serverEn('push.private.text'), '/mine/notices'],
  )
  return push
}

describe('a trader', () => {
  test('is told of a margin call and of the close-out by bell and push, once each, also after a power cut', async () => {
    await turnOnPushes()
    const order = { type: 1, forex_id: await idOf('EURUSD'), status: 1, cont: '80', multiple: '100' }
    await call('/v1/api/forex/submit', order)
    await page.goto('/')
    await bell(0).waitFor()

    app.price('EURUSD', '1.08220', '1.08228')
    await bell(1).waitFor()
    const marginCall = await nextPush()
    assert.equal(marginCall.headers['urgency'], 'high')
    const [shown] = await deliver(page, marginCall.payload)
    assert.deepEqual([shown?.title, shown?.tag], [marginCall.payload.title, marginCall.payload.tag])

    app.price('EURUSD', '1.07700', '1.07708')
    await bell(2).waitFor()
    const closeOut = await nextPush()
    const notifications = await deliver(page, closeOut.payload)
    assert.equal(new Set(notifications.map(({ tag }) => tag)).size, 2)

    await app.kill()
    await app.restart()
    await page.goto('/')
    await bell(2).tap()
    await eventually(async () => (await rows().count()) === 2)
    await rows()
      .first()
      .getByText(serverEn('notice.close_out.title', { market: isolated('EUR/USD') }))
      .waitFor()
    await rows().last().getByText(serverEn('notice.margin_call.title')).waitFor()
    await page.goto('/')
    await bell(0).waitFor()
    assert.deepEqual(
      phone.problems.filter((problem) => !isOfTheCut(problem)),
      [],
    )
  })

  test('sets a price alert beside the chart and is told when the price is there', async () => {
    await turnOnPushes()
    await page.goto('/trade')
    await page.getByRole('button', { name: en('alerts.add') }).tap()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('textbox', { name: en('alerts.price') }).fill('1.08450')
    await sheet.getByRole('button', { name: en('alerts.set'), exact: true }).tap()
    await page
      .getByRole('list', { name: en('alerts.chart.list') })
      .getByRole('listitem')
      .waitFor()

    app.price('EURUSD', '1.08440', '1.08448')
    app.price('EURUSD', '1.08452', '1.08460')
    await bell(1).waitFor()
    await nextPush()
    // The alert was for one hit, so that its line is gone.
    await page
      .getByRole('list', { name: en('alerts.chart.list') })
      .getByRole('listitem')
      .waitFor({ state: 'detached' })
    await bell(1).tap()
    const title = serverEn('notice.price_alert.title', { market: isolated('EUR/USD') })
    const text = serverEn('notice.price_alert.text.above', {
      price: isolated('1.08452'),
      level: isolated('1.08450'),
    })
    await rows().getByText(text).waitFor()
    await rows().getByText(title).tap()
    await page.waitForURL(/\/trade$/)
    assert.deepEqual(phone.problems, [])
  })
})

/** What a page reports while its server is away. */
function isOfTheCut(problem: string): boolean {
  return /ERR_CONNECTION|WebSocket/.test(problem)
}
