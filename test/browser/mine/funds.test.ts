import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import type { AccountPush } from '#contract/live.ts'
import { isFetched } from '#test/browser/markets/market-phones.ts'
import {
  assertSound,
  demoUser,
  doubleLetters,
  fundsOf,
  keptOf,
  looks,
  noOrdersOf,
  ordersPath,
  takeMinePhones,
} from '#test/browser/mine/mine-phones.ts'
import { boxOf } from '#test/browser/ui/box-of.ts'
import { sidewaysFaults } from '#test/browser/ui/layout-faults.ts'
import { pushOf } from '#test/wire/account-answers.ts'

const phones = takeMinePhones()

const names = ['Balance', 'Net value', 'Available', 'Locked'] as const

/** The figure under a name. */
const amount = (page: Page, name: (typeof names)[number]): Locator =>
  page
    .locator('main')
    .getByText(name, { exact: true })
    .locator('xpath=following::*[contains(@class, "tabular-nums")][1]')

const reads = (page: Page, name: (typeof names)[number], figure: string): Promise<void> =>
  amount(page, name).getByText(figure, { exact: true }).waitFor()

const told = (seq: number, changed: Partial<AccountPush> = {}): AccountPush =>
  pushOf(fundsOf('2500.500000', seq), changed)

describe('the amounts of an account', () => {
  test('are unknown until they come, which is not nothing, and nothing moves when they do', async () => {
    const held = Promise.withResolvers<unknown>()
    const { page } = await phones.open('/user', { [ordersPath]: () => held.promise })
    for (const name of names) await reads(page, name, '—')
    const below = page.getByRole('heading', { name: 'My account' })
    const before = await boxOf(below)
    held.resolve(noOrdersOf({ ...fundsOf('1234567.894999'), lock_balance: '0.005000' }))
    for (const name of ['Balance', 'Net value', 'Available'] as const) await reads(page, name, '1 234 567.89')
    await reads(page, 'Locked', '0.00')
    assert.deepEqual(await boxOf(below), before)
  })

  test('that cannot be fetched are not called nothing, and are asked for again', async () => {
    const { page, calls } = await phones.open('/user', { [ordersPath]: { refused: 'Not now.' } })
    await page.getByText('Your amounts could not be fetched').waitFor()
    for (const name of names) await reads(page, name, '—')
    await assertSound(page)
    calls[ordersPath] = noOrdersOf(fundsOf('10.000000'))
    await page.getByRole('button', { name: 'Try again' }).tap()
    await reads(page, 'Balance', '10.00')
    await page.getByText('Your amounts could not be fetched').waitFor({ state: 'detached' })
  })

  test('are hidden, also from what is told later, and that is remembered', async () => {
    const { page, socket } = await phones.open('/user', {})
    await reads(page, 'Balance', '2 500.50')
    await page.getByRole('button', { name: 'Hide the amounts' }).tap()
    await socket.push('FOREX_TRADE', told(2, { NetValue: '7777.000000' }))
    assert.equal(await page.getByText('••••', { exact: true }).count(), 4)
    await page.reload()
    await page.getByText('••••', { exact: true }).first().waitFor()
    assert.doesNotMatch((await page.locator('main').textContent()) ?? '', /7.777|2.500/)
    await page.getByRole('button', { name: 'Show the amounts' }).tap()
    await reads(page, 'Balance', '2 500.50')
    assert.equal(await keptOf(page, 'openlot.amounts_hidden'), null)
  })

  test('move with what is pushed, each by itself, and never back', async () => {
    const { page, socket } = await phones.open('/user', {
      [ordersPath]: noOrdersOf(fundsOf('2500.500000', 5)),
    })
    await reads(page, 'Balance', '2 500.50')
    const touched = await watchChanges(page)
    await socket.push('FOREX_TRADE', told(6, { NetValue: '2400.000000', Available: '-1.500000' }))
    await reads(page, 'Net value', '2 400.00')
    await reads(page, 'Available', '−1.50')
    await socket.push('FOREX_TRADE', told(4, { NetValue: '9.000000' }))
    await socket.push('FOREX_TRADE', told(7, { NetValue: '2401.000000', Available: '-1.500000' }))
    await reads(page, 'Net value', '2 401.00')
    assert.deepEqual(await touched(), ['Available', 'Net value'])
  })

  test('are fetched again when an order was closed, when the line came back, and when the screen does', async () => {
    const { page, calls, socket } = await phones.open('/user', {})
    await reads(page, 'Balance', '2 500.50')
    calls[ordersPath] = noOrdersOf(fundsOf('2600.000000', 2))
    await socket.push('FOREX_CLOSED', [12])
    await reads(page, 'Balance', '2 600.00')
    calls[ordersPath] = noOrdersOf(fundsOf('2700.000000', 3))
    await socket.cut()
    await reads(page, 'Balance', '2 700.00')
    await page.getByRole('link', { name: 'Markets' }).tap()
    await page.locator('[data-screen=home]').waitFor()
    calls[ordersPath] = noOrdersOf(fundsOf('2800.000000', 4))
    await page.goBack()
    await reads(page, 'Balance', '2 800.00')
  })

  test('are kept true while another screen is shown', async () => {
    const { page, calls, socket } = await phones.open('/user', {})
    await reads(page, 'Balance', '2 500.50')
    await page.getByRole('link', { name: 'Markets' }).tap()
    await page.locator('[data-screen=home]').waitFor()
    calls[ordersPath] = { refused: 'Not now.' }
    await socket.push('FOREX_TRADE', told(2, { NetValue: '2222.000000' }))
    await page.goBack()
    await reads(page, 'Net value', '2 222.00')
  })
})

/** The names of the figures that were drawn anew since. */
async function watchChanges(page: Page): Promise<() => Promise<readonly string[]>> {
  // Parts that load late must not count as changes.
  await isFetched(page)
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

describe('anyone can read them', () => {
  for (const look of looks) {
    test(`${look.colorScheme}, ${look.locale}`, async () => {
      const large = { ...fundsOf('987654321.120000'), lock_balance: '1000000.000000' }
      const calls = { '/api/user/info': demoUser, [ordersPath]: noOrdersOf(large) }
      const { page } = await phones.open('/user', calls, look)
      await page.getByText('987 654 321.12').first().waitFor()
      await assertSound(page)
      await page.setViewportSize({ width: 320, height: 640 })
      await doubleLetters(page)
      assert.deepEqual(await sidewaysFaults(page), [])
    })
  }
})
