import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import {
  isLostRequest,
  keysOf,
  loseAnswer,
  loseRequest,
  mishandle,
  ordersInDatabase,
  paths,
} from '#test/browser/trading/lost-answers.ts'
import {
  ask,
  cardsOf,
  fill,
  openMarket,
  openOrders,
  openTicket,
  reads,
  sheetOf,
} from '#test/browser/trading/trading-page.ts'
import { takeTradingPhones } from '#test/browser/trading/trading-phones.ts'

const phones = takeTradingPhones(isLostRequest)

/** A server takes some seconds to start, and a page waits longer from try to try. */
const backWithin = { timeout: 60_000 }
const filled = (page: Page) => sheetOf(page).getByText('Order filled', { exact: true })
const askingAgain = (page: Page) =>
  sheetOf(page).getByText('No answer yet. Asking again; nothing is done twice.')

/** Somebody with everything filled in, and the button that places it. */
async function readyToPlace() {
  const page = await phones.demo()
  await openMarket(page, 'EUR/USD')
  await openTicket(page, 'Buy up')
  await fill(page, { lots: '0.5' })
  const button = sheetOf(page).getByRole('button', { name: 'Buy up 0.50 at 1.08428' })
  await button.waitFor()
  return { page, button }
}

/** On the phone, in the answers of the server and in the database. */
async function hasOneOrder(page: Page): Promise<void> {
  await reads(sheetOf(page), { 'Open price': '1.08428', Margin: '542.140000' })
  await sheetOf(page).getByRole('button', { name: 'Done' }).tap()
  await openOrders(page)
  await cardsOf(page, 'Holding').first().waitFor()
  assert.equal(await cardsOf(page, 'Holding').count(), 1)
  assert.equal((await ask(page, '/v1/api/forex/my_deal?status=1&page=1')).total, 1)
  assert.deepEqual(await ordersInDatabase(phones.app(), page), ['open buy market'])
}

describe('an order whose answer is lost', () => {
  test('is asked for again, which is said, and is there once', async () => {
    const { page, button } = await readyToPlace()
    const seen = Promise.withResolvers<void>()
    const tries = await mishandle(page, paths.place, loseAnswer, async (route) => {
      await seen.promise
      await route.continue()
    })
    await button.tap()
    await askingAgain(page).waitFor()
    // Nothing else can be placed, and the ticket does not go away, as long as it is not known.
    assert.equal(await sheetOf(page).locator('[aria-busy=true]').count(), 1)
    await page.keyboard.press('Escape')
    seen.resolve()
    await filled(page).waitFor()
    assert.deepEqual([tries.length, keysOf(tries).length], [2, 1])
    await hasOneOrder(page)
  })

  test('while the line is cut is known by itself when the line is back', async () => {
    const { page, button } = await readyToPlace()
    const tries = await mishandle(page, paths.place, async (route) => {
      await loseAnswer(route)
      await page.context().setOffline(true)
    })
    await button.tap()
    await askingAgain(page).waitFor()
    await sheetOf(page).getByRole('button', { name: 'Ask again' }).waitFor(backWithin)
    assert.equal(await filled(page).count(), 0)
    await page.context().setOffline(false)
    await filled(page).waitFor(backWithin)
    assert.equal(keysOf(tries).length, 1)
    await hasOneOrder(page)
  })

  for (const [words, place] of [
    ['is known after a reload, and the ticket says so', '/trade?ticket=buy'],
    ['is known, too, where the tab comes back without the ticket', '/trade'],
  ] as const)
    test(words, async () => {
      const { page, button } = await readyToPlace()
      let isLost = true
      const lost = (route: Route) => (isLost ? loseRequest(route) : route.continue())
      const tries = await mishandle(page, paths.place, loseAnswer, lost, lost, lost, lost, lost)
      await button.tap()
      await askingAgain(page).waitFor()
      await page.goto(place, { waitUntil: 'commit' })
      isLost = false
      await filled(page).waitFor()
      assert.equal(keysOf(tries).length, 1)
      await hasOneOrder(page)
    })
})

describe('a server that dies while an order is placed', () => {
  test('before it heard of it: it is asked again when the server is back', async () => {
    const { page, button } = await readyToPlace()
    const tries = await mishandle(page, paths.place, async (route) => {
      await phones.app().kill()
      await loseRequest(route)
    })
    await button.tap()
    await askingAgain(page).waitFor()
    await phones.app().startAgain()
    await filled(page).waitFor(backWithin)
    assert.equal(keysOf(tries).length, 1)
    await hasOneOrder(page)
  })

  test('after it did it: the same key tells what was done', async () => {
    const { page, button } = await readyToPlace()
    const tries = await mishandle(page, paths.place, async (route) => {
      await route.fetch()
      await phones.app().kill()
      await loseRequest(route)
    })
    await button.tap()
    await askingAgain(page).waitFor()
    await phones.app().startAgain()
    await filled(page).waitFor(backWithin)
    assert.ok(tries.length > 1)
    assert.equal(keysOf(tries).length, 1)
    await hasOneOrder(page)
  })
})
