import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createMarketPhones, type MarketPhones, rowOf } from '#test/browser/markets/market-phones.ts'
import { type PricedApp, servePricedApp } from '#test/browser/markets/priced-app.ts'
import { shownToasts } from '#test/browser/toasts.ts'
import { chartHash, openTrade, screenOf, waitForChartChange } from '#test/browser/trade-screen/trade-page.ts'
import { en, startingWith } from '#test/browser/words.ts'
import { assertFitsLargeText } from '#test/looks/assert-accessible.ts'
import { overflowingElements } from '#test/looks/layout-checks.ts'

let app: PricedApp
let phones: MarketPhones

before(async () => {
  app = await servePricedApp()
  phones = await createMarketPhones()
})
afterEach(() => phones.closeAll())
after(async () => {
  await phones.stop()
  await app.stop()
})

const open = (options = {}) => openTrade(phones, app.address, options)
const waitForText = (page: Page, text: string) => screenOf(page).getByText(text).first().waitFor()

async function choose(page: Page, showCode: string): Promise<void> {
  await page.getByRole('button', { name: en('trade.picker.open') }).tap()
  await rowOf(page, showCode).tap()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: showCode }).waitFor()
}

describe('the price of a market', () => {
  test('updates chart, bid, ask and spread', async () => {
    const page = await open()
    await waitForText(page, '1.08420')
    const before = await chartHash(page)
    assert.equal(await chartHash(page), before, 'no change without a price')
    app.price('EURUSD', '1.08529', '1.08541')
    await waitForChartChange(page, before, 'the price has moved')
    const panel = screenOf(page).locator('footer')
    await panel.getByText('1.08541').waitFor()
    assert.match(
      (await panel.textContent()) ?? '',
      panelText('1.08529', '1.08541', `${en('trade.spread')}\\s*1\\.2`),
    )
    await waitForText(page, '+0.10')
    await waitForText(page, '1.08529')
    app.price('EURUSD', '1.08420', '1.08428')
    await panel.getByText('1.08428').waitFor()
  })

  test('opens the ticket, or shows that the market has no leverage', async () => {
    const page = await open()
    app.price('USDHKD', '7.80089', '7.80155')
    await choose(page, 'USD/HKD')
    await waitForText(page, en('ticket.block.leverage_not_configured'))
    const buy = screenOf(page)
      .locator('footer')
      .getByRole('button', { name: startingWith(en('order.side.buy')) })
    assert.equal(await buy.getAttribute('aria-disabled'), 'true')
    await choose(page, 'EUR/USD')
    await buy.tap()
    await page.getByRole('dialog').getByText(en('ticket.login')).waitFor()
  })

  test('is marked as simulated', async () => {
    const page = await open()
    await screenOf(page).locator('header').getByText(en('trade.simulated')).waitFor()
  })
})

describe('the colours of the chart', () => {
  test('follow the theme of the app', async () => {
    const page = await open({ colorScheme: 'light' })
    const flat = await chartHash(page)
    // Two prices, so that the candle rises even if the first of them opens a new candle.
    app.price('EURUSD', '1.08450', '1.08458')
    app.price('EURUSD', '1.08500', '1.08508')
    await waitForChartChange(page, flat, 'the price has moved')
    await waitForText(page, '1.08500')
    const light = await chartHash(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    const dark = await waitForChartChange(page, light, 'the system turned dark')
    await setRise(page, 'red')
    const swapped = await waitForChartChange(page, dark, 'rise and fall are swapped')
    await setRise(page, undefined)
    assert.equal(await waitForChartChange(page, swapped, 'rise and fall are as before'), dark)
    await page.evaluate(() => {
      document.documentElement.dataset['theme'] = 'light'
    })
    assert.equal(await waitForChartChange(page, dark, 'the user wants it light'), light)
    app.price('EURUSD', '1.08420', '1.08428')
  })
})

async function setRise(page: Page, colour: string | undefined): Promise<void> {
  await page.evaluate((chosen) => {
    if (chosen === undefined) delete document.documentElement.dataset['rise']
    else document.documentElement.dataset['rise'] = chosen
  }, colour)
}

describe('a closed market', () => {
  test('shows its state, keeps its last prices, and reopens without a reload', async () => {
    const page = await open()
    await choose(page, 'USD/JPY')
    app.close('USDJPY')
    await waitForText(page, en('market.closed'))
    await waitForText(page, '154.281')
    app.price('USDJPY', '154.290', '154.299')
    await screenOf(page).locator('main').getByText(en('market.closed')).waitFor({ state: 'detached' })
    await waitForText(page, '154.290')
  })

  test('marks its prices as stale', async () => {
    const page = await open()
    await choose(page, 'GBP/USD')
    app.makeStale('GBPUSD')
    await waitForText(page, en('market.stale'))
    app.price('GBPUSD', '1.26904', '1.26912')
    await screenOf(page).locator('main').getByText(en('market.stale')).waitFor({ state: 'detached' })
  })

  test('shows when it opens next, if known', async () => {
    const page = await phones.open('about:blank', { viewport: { width: 320, height: 700 } })
    await page.clock.setFixedTime('2026-08-05T10:00:00Z')
    await page.route(/trade_list/, async (route) => {
      const response = await route.fetch()
      const body = await response.json()
      for (const item of body.data)
        if (item.Code === 'AUDUSD') item.NextOpen = Date.parse('2026-08-05T14:00:00Z')
      await route.fulfill({ response, json: body })
    })
    await page.addInitScript(() => localStorage.setItem('openlot.market', 'AUDUSD'))
    await page.goto(`${app.address}/trade`)
    await waitForText(page, en('market.closed_until', { time: '14:00' }))
    assert.deepEqual(await overflowingElements(page), [])
    await assertFitsLargeText(page)
  })

  test('without any price shows neither figures nor candles, and says so', async () => {
    const page = await open()
    await page.getByRole('button', { name: en('trade.picker.open') }).tap()
    await rowOf(page, 'AUD/USD').tap()
    await waitForText(page, en('trade.chart.empty.title'))
    assert.match((await screenOf(page).locator('footer').textContent()) ?? '', panelText('—', '—', ''))
    app.price('AUDUSD', '0.65120', '0.65130')
    await screenOf(page).getByText(en('trade.chart.empty.title')).waitFor({ state: 'detached' })
    await waitForText(page, '0.65120')
  })
})

describe('the market picker', () => {
  test('finds a market by code, name and category, with live prices, and selects it', async () => {
    const page = await open()
    await page.getByRole('button', { name: en('trade.picker.open') }).tap()
    const picker = page.getByRole('dialog')
    const rows = picker.getByRole('listitem')
    await rows.first().waitFor()
    assert.ok((await rows.count()) >= 60)
    await picker.getByRole('textbox').fill('gold')
    await rows.nth(1).waitFor({ state: 'detached' })
    app.price('XAUUSD', '2648.90', '2649.20')
    await rowOf(page, 'XAU/USD')
      .and(picker.getByRole('button', { name: /2 648\.90/ }))
      .waitFor()
    await picker.getByRole('textbox').fill('nothing like it')
    await picker.getByText(en('product.none')).waitFor()
    await picker.getByRole('textbox').fill('')
    await picker.getByText('Metals').tap()
    await picker.getByText('EUR/USD').waitFor({ state: 'detached' })
    await rowOf(page, 'XAU/USD').tap()
    await picker.waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'XAU/USD' }).waitFor()
    await waitForText(page, '2 648.90')
    await page.reload()
    await page.getByRole('heading', { name: 'XAU/USD' }).waitFor()
  })
})

describe('a failed load', () => {
  test('markets: shows the error, and a retry succeeds', async () => {
    const page = await phones.open('about:blank')
    await page.route(/trade_list/, (route) => route.fulfill({ json: { code: 500, msg: 'No.', data: null } }))
    await page.goto(`${app.address}/trade`)
    await waitForText(page, en('home.failed'))
    await page.unroute(/trade_list/)
    await page.getByRole('button', { name: en('app.failed.retry') }).tap()
    await page.getByRole('heading', { name: 'EUR/USD' }).waitFor()
    assert.deepEqual(await shownToasts(page), [])
  })

  test('candles: shows the error in the chart, and a retry succeeds', async () => {
    const page = await phones.open('about:blank')
    await page.route(/forex\/kline/, async (route) => {
      const isFixed = await page.evaluate(() => 'isFixed' in window)
      if (isFixed) await route.continue()
      else await route.fulfill({ json: { code: 500, msg: 'No.', data: null } })
    })
    await page.goto(`${app.address}/trade`)
    await waitForText(page, en('trade.chart.failed'))
    // Ends the failure and clicks in one step: an automatic retry of the chart must not succeed before the click.
    await page.getByRole('button', { name: en('app.failed.retry') }).evaluate((button: HTMLButtonElement) => {
      Object.assign(window, { isFixed: true })
      button.click()
    })
    await screenOf(page).getByText(en('trade.chart.failed')).waitFor({ state: 'detached' })
    assert.deepEqual(await shownToasts(page), [])
  })
})

/** Matches both buttons with their prices, followed by `rest`. */
function panelText(bid: string, ask: string, rest: string): RegExp {
  return new RegExp(`${en('order.side.sell')}\\s*${bid}\\s*${en('order.side.buy')}\\s*${ask}\\s*${rest}`)
}
