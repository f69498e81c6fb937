import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { waitForToast } from '#test/browser/toasts.ts'
import { isLostRequest } from '#test/browser/trading-journeys/lost-requests.ts'
import {
  cardOf,
  cardsOf,
  endedText,
  openDetail,
  openOrders,
  openTicket,
  screenOf,
  sheetOf,
  tabName,
  trade,
  waitForFacts,
} from '#test/browser/trading-journeys/trading-page.ts'
import { setUpTradingPhones } from '#test/browser/trading-journeys/trading-phones.ts'
import { en, orderLabel } from '#test/browser/words.ts'

const phones = setUpTradingPhones(isLostRequest)

const staleMark = (page: Page) => screenOf(page, 'order').getByText(en('market.stale'), { exact: true })

describe('stale prices', () => {
  test('of one market block placing and closing its orders, and show why', async () => {
    const page = await phones.demo()
    await trade(page, 'EUR/USD', 'buy', { lots: '0.5' }, orderLabel('buy', '0.50', '1.08428'))
    await openTicket(page, 'buy')
    phones.app().makeStale('EURUSD')
    const blocked = sheetOf(page).getByRole('button', { name: en('ticket.block.stale_price') })
    await blocked.waitFor()
    assert.equal(await blocked.getAttribute('aria-disabled'), 'true')
    await page.goBack()
    await screenOf(page, 'trade').getByText(en('market.stale')).first().waitFor()
    await openOrders(page)
    await openDetail(page, 'open', 'EUR/USD')
    await sheetOf(page).getByText(en('detail.blocked.stale_price')).waitFor()
    assert.equal(
      await sheetOf(page)
        .getByRole('button', { name: en('detail.close') })
        .isDisabled(),
      true,
    )
    phones.app().price('EURUSD', '1.08520', '1.08528')
    await waitForFacts(sheetOf(page), { [en('order.market_price')]: '1.08520' })
    assert.equal(
      await sheetOf(page)
        .getByRole('button', { name: en('detail.close') })
        .isDisabled(),
      false,
    )
  })

  test('during an outage keep loaded content, also where more cannot be fetched', async () => {
    const page = await phones.demo()
    await trade(page, 'EUR/USD', 'buy', { lots: '0.5' }, orderLabel('buy', '0.50', '1.08428'))
    await openOrders(page)
    const card = cardOf(page, 'open', 'EUR/USD')
    await card.waitFor()
    await phones.app().kill()
    await staleMark(page).waitFor()
    await page.getByRole('link', { name: en('tab.trade'), exact: true }).tap()
    const buy = screenOf(page, 'trade')
      .getByRole('button', { name: en('connection.reconnecting') })
      .last()
    await buy.waitFor()
    assert.equal(await buy.getAttribute('aria-disabled'), 'true')
    await openOrders(page)
    // The order detail was never opened, so its code is not loaded yet.
    await card.getByRole('link').tap()
    await waitForToast(page, en('transport.failed', { code: 'ERR_NETWORK' }))
    assert.equal(await sheetOf(page).count(), 0)
    await card.getByText('−4.000000').waitFor()
    await phones.app().restart()
    await staleMark(page).waitFor({ state: 'detached' })
    await openDetail(page, 'open', 'EUR/USD')
    assert.equal(
      await sheetOf(page)
        .getByRole('button', { name: en('detail.close') })
        .isDisabled(),
      false,
    )
  })

  test('during an outage are marked, and orders that ended meanwhile are gone after the restart', async () => {
    const page = await phones.demo()
    const words = orderLabel('buy', '0.50', '1.08428')
    await trade(page, 'EUR/USD', 'buy', { lots: '0.5', stopLoss: '1.08' }, words)
    await trade(page, 'GBP/USD', 'buy', { lots: '0.5' }, orderLabel('buy', '0.50', '1.26912'))
    await openOrders(page)
    await cardOf(page, 'open', 'EUR/USD')
      .getByText(`${en('order.stop_loss')} 1.08000`)
      .waitFor()
    await openDetail(page, 'open', 'EUR/USD')
    await phones.app().kill()
    await sheetOf(page)
      .getByRole('button', { name: en('connection.reconnecting') })
      .last()
      .waitFor()
    assert.equal(
      await sheetOf(page)
        .getByRole('button', { name: en('detail.close') })
        .count(),
      0,
    )

    await phones.app().restart()
    phones.app().price('EURUSD', '1.07900', '1.07908')
    await waitForToast(page, endedText('EUR/USD', 'stop_loss', '−264.00'))
    await sheetOf(page).waitFor({ state: 'detached' })
    await staleMark(page).waitFor({ state: 'detached' })
    await cardOf(page, 'open', 'GBP/USD').waitFor()
    assert.equal(await cardsOf(page, 'open').count(), 1)
    await screenOf(page, 'order')
      .getByRole('tab', { name: `${tabName('open')} 1` })
      .waitFor()
    // 100,000 − 1.50 − 1.50 (fees) − 264.00 = 99,733.00
    await waitForFacts(screenOf(page, 'order'), { [en('funds.balance')]: '99 733.00' })
    await openOrders(page, 'history')
    await cardOf(page, 'history', 'EUR/USD').getByText(en('order.cause.stop_loss')).waitFor()
  })
})
