import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import type { AccountPush } from '#contract/live.ts'
import {
  fundsOf,
  noOrdersOf,
  ordersPath,
  setUpAccountPhones,
  storedItem,
} from '#test/browser/account/account-phones.ts'
import { waitForRequests } from '#test/browser/markets/market-phones.ts'
import { boxOf } from '#test/browser/ui/box-of.ts'
import { en } from '#test/browser/words.ts'
import { assertAccessible } from '#test/looks/assert-accessible.ts'
import { pushOf } from '#test/wire/account-fixtures.ts'

const phones = setUpAccountPhones()

const names = [en('user.balance'), en('user.net_value'), en('user.available'), en('user.locked')] as const

/** The figure with this label. */
const amount = (page: Page, name: (typeof names)[number]): Locator =>
  page
    .locator('main')
    .getByText(name, { exact: true })
    .locator('xpath=following::*[contains(@class, "tabular-nums")][1]')

const waitForFigure = (page: Page, name: (typeof names)[number], figure: string): Promise<void> =>
  amount(page, name).getByText(figure, { exact: true }).waitFor()

const pushAt = (seq: number, changed: Partial<AccountPush> = {}): AccountPush =>
  pushOf(fundsOf('2500.500000', seq), changed)

describe('the amounts of an account', () => {
  test('show a placeholder before they load, not zero, and cause no layout shift', async () => {
    const held = Promise.withResolvers<unknown>()
    const { page } = await phones.open('/user', { [ordersPath]: () => held.promise })
    for (const name of names) await waitForFigure(page, name, '—')
    const below = page.getByRole('heading', { name: en('user.group.account') })
    const before = await boxOf(below)
    held.resolve(noOrdersOf({ ...fundsOf('1234567.894999'), lock_balance: '0.005000' }))
    for (const name of [en('user.balance'), en('user.net_value'), en('user.available')] as const)
      await waitForFigure(page, name, '1 234 567.89')
    await waitForFigure(page, en('user.locked'), '0.00')
    assert.deepEqual(await boxOf(below), before)
  })

  test('show no zero after a failed load, and are fetched again', async () => {
    const { page, calls } = await phones.open('/user', { [ordersPath]: { refused: 'Not now.' } })
    await page.getByText(en('user.funds_failed')).waitFor()
    for (const name of names) await waitForFigure(page, name, '—')
    await assertAccessible(page)
    calls[ordersPath] = noOrdersOf(fundsOf('10.000000'))
    await page.getByRole('button', { name: en('app.failed.retry') }).tap()
    await waitForFigure(page, en('user.balance'), '10.00')
    await page.getByText(en('user.funds_failed')).waitFor({ state: 'detached' })
  })

  test('are hidden on request, including later pushes, and stay hidden', async () => {
    const { page, socket } = await phones.open('/user', {})
    await waitForFigure(page, en('user.balance'), '2 500.50')
    await page.getByRole('button', { name: en('user.hide') }).tap()
    await socket.push('FOREX_TRADE', pushAt(2, { NetValue: '7777.000000' }))
    assert.equal(await page.getByText('••••', { exact: true }).count(), 4)
    await page.reload()
    await page.getByText('••••', { exact: true }).first().waitFor()
    assert.doesNotMatch((await page.locator('main').textContent()) ?? '', /7.777|2.500/)
    await page.getByRole('button', { name: en('user.show') }).tap()
    await waitForFigure(page, en('user.balance'), '2 500.50')
    assert.equal(await storedItem(page, 'openlot.amounts_hidden'), null)
  })

  test('follow pushes one by one, and ignore older ones', async () => {
    const { page, socket } = await phones.open('/user', {
      [ordersPath]: noOrdersOf(fundsOf('2500.500000', 5)),
    })
    await waitForFigure(page, en('user.balance'), '2 500.50')
    const touched = await watchChanges(page)
    await socket.push('FOREX_TRADE', pushAt(6, { NetValue: '2400.000000', Available: '-1.500000' }))
    await waitForFigure(page, en('user.net_value'), '2 400.00')
    await waitForFigure(page, en('user.available'), '−1.50')
    await socket.push('FOREX_TRADE', pushAt(4, { NetValue: '9.000000' }))
    await socket.push('FOREX_TRADE', pushAt(7, { NetValue: '2401.000000', Available: '-1.500000' }))
    await waitForFigure(page, en('user.net_value'), '2 401.00')
    assert.deepEqual(await touched(), [en('user.net_value'), en('user.available')])
  })

  test('are fetched again after a change of many orders, after a reconnect, and on return to the screen', async () => {
    const { page, calls, socket } = await phones.open('/user', {})
    await waitForFigure(page, en('user.balance'), '2 500.50')
    calls[ordersPath] = noOrdersOf({ ...fundsOf('2600.000000', 2), Version: 2 })
    await socket.push('FOREX_ORDERS', { Version: 2, QuoteSeq: 2, Orders: null })
    await waitForFigure(page, en('user.balance'), '2 600.00')
    calls[ordersPath] = noOrdersOf({ ...fundsOf('2700.000000', 3), Version: 2 })
    await socket.cut()
    await waitForFigure(page, en('user.balance'), '2 700.00')
    await page.getByRole('link', { name: en('tab.markets') }).tap()
    await page.locator('[data-screen=home]').waitFor()
    calls[ordersPath] = noOrdersOf({ ...fundsOf('2800.000000', 4), Version: 2 })
    await page.goBack()
    await waitForFigure(page, en('user.balance'), '2 800.00')
  })

  test('stay current while another screen is shown', async () => {
    const { page, calls, socket } = await phones.open('/user', {})
    await waitForFigure(page, en('user.balance'), '2 500.50')
    await page.getByRole('link', { name: en('tab.markets') }).tap()
    await page.locator('[data-screen=home]').waitFor()
    calls[ordersPath] = { refused: 'Not now.' }
    await socket.push('FOREX_TRADE', pushAt(2, { NetValue: '2222.000000' }))
    await page.goBack()
    await waitForFigure(page, en('user.net_value'), '2 222.00')
  })
})

/** Returns a function that lists the labels of all figures that have changed since this call. */
async function watchChanges(page: Page): Promise<() => Promise<readonly string[]>> {
  // Waits for lazily loaded parts, which must not count as changes.
  await waitForRequests(page)
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  await page.evaluate(
    (wanted) => {
      const touched = new Set<string>()
      Object.assign(window, { touched })
      const nameOf = (node: Node | null): string => {
        for (let at = node; at !== null; at = at.parentNode) {
          const name = at.previousSibling?.textContent ?? ''
          if (wanted.includes(name)) return name
        }
        return 'something else'
      }
      new MutationObserver((records) => {
        for (const { target } of records) touched.add(nameOf(target))
      }).observe(document.querySelector('main') ?? document.body, {
        subtree: true,
        childList: true,
        characterData: true,
      })
    },
    names as readonly string[],
  )
  return () => page.evaluate(() => [...(window as unknown as { touched: Set<string> }).touched].sort())
}
