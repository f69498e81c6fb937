import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aborted } from '#test/browser/account/stub-calls.ts'
import {
  decidedOutcome,
  type LostAction,
  lostActions,
  neverDone,
  neverOutcome,
  neverPlaced,
  outcomePath,
  storedActions,
} from '#test/browser/orders/lost-actions.ts'
import { type OrderPhone, setUpOrderPhones } from '#test/browser/orders/order-phones.ts'
import { waitForTextOrToast } from '#test/browser/toasts.ts'
import { submitPath } from '#test/browser/trade-screen/ticket-page.ts'
import { sampled } from '#test/sampling.ts'

const phones = setUpOrderPhones()

/** The connection is cut before the request arrives, before its answer arrives, or just after the answer. */
const cuts = ['before', 'during', 'after'] as const
const durationsS = [1, 30, 300]
/** Not a multiple of the actions: otherwise each of them would be cut at the same moment. */
const sampleSize = 10

const goOnline = (page: Page) => page.evaluate(() => dispatchEvent(new Event('online')))

/** Returns a function that returns the ms since now on the clock of the page. */
async function startStopwatch(page: Page): Promise<() => Promise<number>> {
  const startMs = await page.evaluate(() => Date.now())
  return async () => (await page.evaluate(() => Date.now())) - startMs
}

/** Opens the page of an action. Its clock runs, and the test can advance it. */
async function openAt(
  action: LostAction,
  isAnswered: boolean,
): Promise<OrderPhone & { readonly line: { isCut: boolean } }> {
  const line = { isCut: !isAnswered }
  const phone = await action.open(phones, {
    [action.path]: () => (line.isCut ? aborted : { message: action.immediate, data: action.data }),
    [outcomePath]: () => aborted,
  })
  await phone.page.clock.install()
  return { ...phone, line }
}

describe('an action is sent once, whatever happens to the connection', () => {
  // Every two of action, cut and duration meet. All three together would take three times as long, and the code of an
  // action does not know how long the connection was cut.
  const cases = lostActions.flatMap((action, at) =>
    cuts.map((cutAt, cut) => ({ action, cutAt, seconds: durationsS[(at + cut) % durationsS.length] ?? 1 })),
  )
  for (const { action, cutAt, seconds } of sampled(cases, sampleSize))
    test(`${action.name}: cut ${cutAt} the request for ${seconds} s`, async () => {
      const { page, calls, made, line } = await openAt(action, cutAt === 'after')
      const sinceSending = await startStopwatch(page)
      await action.send(page)
      if (cutAt === 'after') {
        await waitForTextOrToast(page, action.immediate)
        line.isCut = true
      } else await waitForTextOrToast(page, action.unconfirmed)
      await page.clock.fastForward(seconds * 1_000)
      line.isCut = false
      const asked = made(outcomePath).length
      if ((await sinceSending()) < 5_000) assert.equal(asked, 0, 'not before 5 s')
      await page.clock.fastForward(5_000)
      calls[outcomePath] = cutAt === 'during' ? decidedOutcome(action.data) : neverOutcome
      await goOnline(page)
      if (cutAt === 'during') await waitForTextOrToast(page, action.done)
      if (cutAt === 'before')
        await waitForTextOrToast(page, action.path === submitPath ? neverPlaced : neverDone)
      await page.clock.fastForward(120_000)
      assert.equal(made(action.path).length, 1)
      const keys = new Set(made(outcomePath).map((request) => request.postDataJSON().key))
      const sentKey = made(action.path)[0]?.headers()['idempotency-key']
      assert.deepEqual([...keys], cutAt === 'after' ? [] : [sentKey])
      assert.equal(await page.getByText(action.unconfirmed).count(), 0)
      if (cutAt !== 'before') assert.ok((await storedActions(page)) <= 1)
    })
})

describe('a server that does not answer', () => {
  for (const action of sampled(lostActions, 3))
    test(`${action.name}: is unconfirmed after 5 s, and not before`, async () => {
      const { page, calls, made } = await action.open(phones, {
        [action.path]: () => new Promise(() => undefined),
      })
      await page.clock.install()
      // The time of the page stands still, so that a slow machine cannot reach the deadline.
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
      await action.send(page)
      await page.locator('[aria-busy=true]').first().waitFor()
      await page.clock.runFor(4_999)
      assert.equal(await page.getByText(action.unconfirmed).count(), 0)
      await page.locator('[aria-busy=true]').first().waitFor()
      await page.clock.runFor(1)
      await page.getByText(action.unconfirmed).first().waitFor()
      calls[outcomePath] = decidedOutcome(action.data)
      await page.clock.resume()
      await waitForTextOrToast(page, action.done)
      assert.equal(made(action.path).length, 1)
    })
})
