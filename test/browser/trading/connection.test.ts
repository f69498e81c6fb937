import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { isLostRequest } from '#test/browser/trading/lost-answers.ts'
import {
  cardOf,
  cardsOf,
  openDetail,
  openOrders,
  openTicket,
  reads,
  screenOf,
  sheetOf,
  toastSays,
  trade,
} from '#test/browser/trading/trading-page.ts'
import { takeTradingPhones } from '#test/browser/trading/trading-phones.ts'

const phones = takeTradingPhones(isLostRequest)

const backWithin = { timeout: 60_000 }
const staleMark = (page: Page) => screenOf(page, 'order').getByText('Stale', { exact: true })

describe('prices that have stopped', () => {
  test('of one market keep its orders from being placed and closed, and say why', async () => {
    const page = await phones.demo()
    await trade(page, 'EUR/USD', 'Buy up', { lots: '0.5' }, 'Buy up 0.50 at 1.08428')
    await openTicket(page, 'Buy up')
    phones.app().makeStale('EURUSD')
    const blocked = sheetOf(page).getByRole('button', { name: /stale/i })
    await blocked.waitFor()
    assert.equal(await blocked.getAttribute('aria-disabled'), 'true')
    await page.goBack()
    await screenOf(page, 'trade').getByText(/stale/i).first().waitFor()
    await openOrders(page)
    await openDetail(page, 'Holding', 'EUR/USD')
    await sheetOf(page)
      .getByText('Prices are not up to date. Until they are, nothing can be closed and no stop set.')
      .waitFor()
    assert.equal(await sheetOf(page).getByRole('button', { name: 'Close position' }).isDisabled(), true)
    phones.app().price('EURUSD', '1.08520', '1.08528')
    await reads(sheetOf(page), { 'Market price': '1.08520' })
    assert.equal(await sheetOf(page).getByRole('button', { name: 'Close position' }).isDisabled(), false)
  })

  test('because the server is gone keep what is shown, also where more of it cannot be fetched', async () => {
    const page = await phones.demo()
    await trade(page, 'EUR/USD', 'Buy up', { lots: '0.5' }, 'Buy up 0.50 at 1.08428')
    await openOrders(page)
    const card = cardOf(page, 'Holding', 'EUR/USD')
    await card.waitFor()
    await phones.app().kill()
    await staleMark(page).waitFor()
    await page.getByRole('link', { name: 'Trade', exact: true }).tap()
    const buy = screenOf(page, 'trade').getByRole('button', { name: 'Reconnecting…' }).last()
    await buy.waitFor()
    assert.equal(await buy.getAttribute('aria-disabled'), 'true')
    await openOrders(page)
    // Its detail has never been opened, so that its code is still with the server.
    await card.getByRole('link').tap()
    await toastSays(page, 'The connection failed. Please try again. (ERR_NETWORK)')
    assert.equal(await sheetOf(page).count(), 0)
    await card.getByText('−4.000000').waitFor()
    await phones.app().startAgain()
    await staleMark(page).waitFor({ state: 'detached', ...backWithin })
    await openDetail(page, 'Holding', 'EUR/USD')
    assert.equal(await sheetOf(page).getByRole('button', { name: 'Close position' }).isDisabled(), false)
  })

  test('because the server is gone are marked, and what ended meanwhile is gone when it is back', async () => {
    const page = await phones.demo()
    const words = 'Buy up 0.50 at 1.08428'
    await trade(page, 'EUR/USD', 'Buy up', { lots: '0.5', stopLoss: '1.08' }, words)
    await trade(page, 'GBP/USD', 'Buy up', { lots: '0.5' }, 'Buy up 0.50 at 1.26912')
    await openOrders(page)
    await cardOf(page, 'Holding', 'EUR/USD').getByText('Stop loss 1.08000').waitFor()
    await openDetail(page, 'Holding', 'EUR/USD')
    await phones.app().kill()
    await sheetOf(page).getByRole('button', { name: 'Reconnecting…' }).last().waitFor()
    assert.equal(await sheetOf(page).getByRole('button', { name: 'Close position' }).count(), 0)

    await phones.app().startAgain()
    phones.app().price('EURUSD', '1.07900', '1.07908')
    await toastSays(page, 'EUR/USD · Stop loss reached · −264.00 USD')
    await sheetOf(page).waitFor({ state: 'detached' })
    await staleMark(page).waitFor({ state: 'detached', ...backWithin })
    await cardOf(page, 'Holding', 'GBP/USD').waitFor()
    assert.equal(await cardsOf(page, 'Holding').count(), 1)
    await screenOf(page, 'order').getByRole('tab', { name: 'Holding 1' }).waitFor()
    // 100,000 − 1.50 − 1.50 − 264.00
    await reads(screenOf(page, 'order'), { Balance: '99 733.00' })
    await openOrders(page, 'History')
    await cardOf(page, 'History', 'EUR/USD').getByText('Stop loss reached').waitFor()
  })
})
