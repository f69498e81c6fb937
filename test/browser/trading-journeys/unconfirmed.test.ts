import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page, Request, Route } from 'playwright-core'
import { systemClock } from '#server/platform/clock.ts'
import { pollUntil } from '#server/storage/wait.ts'
import {
  idempotencyKeys,
  interceptRequests,
  isLostRequest,
  loseAnswer,
  loseRequest,
  ordersInDatabase,
  paths,
} from '#test/browser/trading-journeys/lost-requests.ts'
import {
  ask,
  cardsOf,
  fill,
  openMarket,
  openOrders,
  openTicket,
  sheetOf,
  waitForFacts,
} from '#test/browser/trading-journeys/trading-page.ts'
import { setUpTradingPhones } from '#test/browser/trading-journeys/trading-phones.ts'
import { en, orderLabel } from '#test/browser/words.ts'

const phones = setUpTradingPhones(isLostRequest)

const filled = (page: Page) => sheetOf(page).getByText(en('ticket.placed.open'), { exact: true })
const unconfirmed = (page: Page) => page.getByText(en('act.unconfirmed.place'))
const nothingDone = (page: Page) => page.getByText(en('act.never.place'))

/** Opens a complete ticket and returns its button. */
async function readyToPlace() {
  const page = await phones.demo()
  await openMarket(page, 'EUR/USD')
  await openTicket(page, 'buy')
  await fill(page, { lots: '0.5' })
  const button = sheetOf(page).getByRole('button', { name: orderLabel('buy', '0.50', '1.08428') })
  await button.waitFor()
  return { page, button }
}

/** Sends a request of the page again, as if it arrived late. Returns the reason for its refusal. */
async function reasonOf(page: Page, late: Request): Promise<string | undefined> {
  const answer = await page.request.post(late.url(), {
    data: late.postDataJSON(),
    headers: await late.allHeaders(),
  })
  return (await answer.json()).data?.reason
}

/** Checks that the page, the server's answers and the database all have exactly one order. */
async function checkOneOrder(page: Page): Promise<void> {
  await waitForFacts(sheetOf(page), {
    [en('order.open_price')]: '1.08428',
    [en('order.margin')]: '542.140000',
  })
  await sheetOf(page)
    .getByRole('button', { name: en('detail.done') })
    .tap()
  await openOrders(page)
  await cardsOf(page, 'open').first().waitFor()
  assert.equal(await cardsOf(page, 'open').count(), 1)
  assert.equal((await ask(page, '/v1/api/forex/my_deal?status=1&page=1')).total, 1)
  assert.deepEqual(await ordersInDatabase(phones.app(), page), ['open buy market'])
}

describe('an order whose answer is lost', () => {
  test('is shown as unconfirmed, and exists once', async () => {
    const { page, button } = await readyToPlace()
    const tries = await interceptRequests(page, paths.place, loseAnswer)
    await button.tap()
    await unconfirmed(page).waitFor()
    // No other order can be placed while this one is unconfirmed.
    assert.equal(await button.getAttribute('aria-disabled'), 'true')
    await filled(page).waitFor()
    assert.equal(tries.length, 1)
    await checkOneOrder(page)
  })

  test('during a network outage is confirmed when the network returns', async () => {
    const { page, button } = await readyToPlace()
    const tries = await interceptRequests(page, paths.place, async (route) => {
      await loseAnswer(route)
      await page.context().setOffline(true)
    })
    await button.tap()
    await unconfirmed(page).waitFor()
    await sheetOf(page).getByText(en('act.no_line')).waitFor()
    assert.equal(await filled(page).count(), 0)
    await page.context().setOffline(false)
    await filled(page).waitFor()
    assert.equal(tries.length, 1)
    await checkOneOrder(page)
  })

  for (const [words, place] of [
    ['is known after a reload, and the ticket says so', '/trade?ticket=buy'],
    ['is known, too, where the tab comes back without the ticket', '/trade'],
  ] as const)
    test(words, async () => {
      const { page, button } = await readyToPlace()
      const tries = await interceptRequests(page, paths.place, loseAnswer)
      await button.tap()
      await unconfirmed(page).waitFor()
      await page.goto(place, { waitUntil: 'commit' })
      await filled(page).waitFor()
      assert.equal(tries.length, 1)
      await checkOneOrder(page)
    })

  test('is confirmed after a browser restart, on any screen', async () => {
    const { page, button } = await readyToPlace()
    const tries = await interceptRequests(page, paths.place, loseAnswer)
    await button.tap()
    await unconfirmed(page).waitFor()
    const next = await page.context().newPage()
    await page.close()
    await next.goto('/order')
    await next
      .getByText(
        en('act.of_market', {
          market: 'EUR/USD',
          words: en('act.done', { what: orderLabel('buy', '0.50', '1.08428') }),
        }),
      )
      .waitFor()
    await next.getByRole('button', { name: en('act.ok') }).tap()
    assert.equal(tries.length, 1)
    assert.deepEqual(await ordersInDatabase(phones.app(), next), ['open buy market'])
    await next.reload()
    await cardsOf(next, 'open').first().waitFor()
    assert.equal(await next.getByText(en('act.done', { what: en('order.side.buy') })).count(), 0)
  })
})

describe('an order that does not reach the server in time', () => {
  test('is reported as not done, is never resent, and can be placed again', async () => {
    const { page, button } = await readyToPlace()
    const tries = await interceptRequests(page, paths.place, loseRequest)
    await button.tap()
    await nothingDone(page).waitFor()
    assert.equal(tries.length, 1)
    assert.deepEqual(await ordersInDatabase(phones.app(), page), [])
    await button.tap()
    await filled(page).waitFor()
    assert.deepEqual([tries.length, idempotencyKeys(tries).length], [2, 2])
    await checkOneOrder(page)
  })

  test('is refused if it arrives after its outcome was reported', async () => {
    const { page, button } = await readyToPlace()
    const tries = await interceptRequests(page, paths.place, loseRequest)
    await button.tap()
    await nothingDone(page).waitFor()
    const [late] = tries
    assert.ok(late !== undefined)
    assert.equal(await reasonOf(page, late), 'too_late')
    assert.deepEqual(await ordersInDatabase(phones.app(), page), [])
  })

  test('is refused if it arrives more than 10 s late', async () => {
    const { page, button } = await readyToPlace()
    const lost = Promise.withResolvers<Route>()
    // Outcome calls are lost too: the server must refuse the order by its age alone.
    await interceptRequests(page, paths.outcome, ...Array.from({ length: 9 }, () => loseRequest))
    await interceptRequests(page, paths.place, async (route) => {
      lost.resolve(route)
      await new Promise(() => undefined)
    })
    await button.tap()
    const late = (await lost.promise).request()
    await unconfirmed(page).waitFor()
    const { seen_seq, seen_at } = late.postDataJSON()
    assert.ok(Number.isSafeInteger(seen_seq) && Number.isSafeInteger(seen_at))
    const wait = { timeoutMs: 15_000, everyMs: 100 }
    await pollUntil(systemClock, wait, () => systemClock.now() > seen_at + 10_500 || undefined)
    assert.equal(await reasonOf(page, late), 'too_late')
    assert.deepEqual(await ordersInDatabase(phones.app(), page), [])
  })
})

describe('a server that crashes while an order is placed', () => {
  test('before the order arrives: reports that nothing was done', async () => {
    const { page, button } = await readyToPlace()
    const tries = await interceptRequests(page, paths.place, async (route) => {
      await phones.app().kill()
      await loseRequest(route)
    })
    await button.tap()
    await unconfirmed(page).waitFor()
    await phones.app().restart()
    await nothingDone(page).waitFor()
    assert.equal(tries.length, 1)
    assert.deepEqual(await ordersInDatabase(phones.app(), page), [])
  })

  test('after the order is executed: reports the fill', async () => {
    const { page, button } = await readyToPlace()
    const tries = await interceptRequests(page, paths.place, async (route) => {
      await route.fetch()
      await phones.app().kill()
      await loseRequest(route)
    })
    await button.tap()
    await unconfirmed(page).waitFor()
    await phones.app().restart()
    await filled(page).waitFor()
    assert.equal(tries.length, 1)
    await checkOneOrder(page)
  })
})
