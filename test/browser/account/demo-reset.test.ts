import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page, Request } from 'playwright-core'
import type { MyDealAnswer } from '#contract/calls/trading.ts'
import {
  type AccountPhone,
  demoUser,
  fundsOf,
  noOrdersOf,
  ordersPath,
  type PhoneOptions,
  setUpAccountPhones,
} from '#test/browser/account/account-phones.ts'
import { aborted, type StubbedCalls } from '#test/browser/account/stub-calls.ts'
import { shownToasts, waitForToast } from '#test/browser/toasts.ts'
import { en, serverEn, startingWith } from '#test/browser/words.ts'
import { orderOf } from '#test/wire/account-fixtures.ts'

const phones = setUpAccountPhones()
const resetPath = '/v1/api/main/user/resetForexDemoAccount'
const outcomePath = '/v1/api/forex/outcome'
const done = { message: serverEn('done.demo_reset'), data: null }
const outcomeDone = { code: 1, reason: null, msg: '', data: null }

/** A demo account that has lost most of its balance. */
async function openDemo(calls: StubbedCalls, phoneOptions: PhoneOptions = {}): Promise<AccountPhone> {
  const poor = { '/api/user/info': demoUser, [ordersPath]: noOrdersOf(fundsOf('1200.000000')) }
  const phone = await phones.open('/user', { ...poor, ...calls }, phoneOptions)
  await balance(phone.page, '1 200.00').waitFor()
  return phone
}

const balance = (page: Page, figure: string) =>
  page.locator('main').getByText(figure, { exact: true }).first()
const question = (page: Page) => page.getByRole('alertdialog')
const answer = (page: Page, name: string) => question(page).getByRole('button', { name }).tap()
const ask = (page: Page) =>
  page
    .locator('main')
    .getByRole('button', { name: startingWith(en('user.reset')) })
    .tap()
const idempotencyKeys = ({ made }: AccountPhone) =>
  made(resetPath).map((request) => request.headers()['idempotency-key'] ?? '')

describe('resetting a demo account', () => {
  test('asks for confirmation, and changes nothing when declined', async () => {
    const phone = await openDemo({})
    await ask(phone.page)
    await question(phone.page).getByText(en('user.reset.text')).waitFor()
    await answer(phone.page, en('mine.cancel'))
    await question(phone.page).waitFor({ state: 'detached' })
    assert.equal(phone.made(resetPath).length, 0)
  })

  test("is sent once on repeated presses, and shows the server's message and the new balance", async () => {
    const held = Promise.withResolvers<unknown>()
    const phone = await openDemo({ [resetPath]: () => held.promise })
    const { page, calls } = phone
    await ask(page)
    await answer(page, en('user.reset.confirm'))
    await question(page)
      .getByRole('button', { name: en('user.reset.confirm') })
      .tap({ force: true })
    await page.keyboard.press('Escape')
    assert.equal(await question(page).count(), 1, 'is still waiting for the answer')
    calls[ordersPath] = noOrdersOf(fundsOf('100000.000000'))
    held.resolve(done)
    await waitForToast(page, done.message)
    await balance(page, '100 000.00').waitFor()
    await question(page).waitFor({ state: 'detached' })
    assert.equal(phone.made(resetPath).length, 1)
    assert.equal(phone.made(resetPath)[0]?.method(), 'POST')
    assert.match(idempotencyKeys(phone)[0] ?? '', /^[0-9a-f]{32}$/)
  })

  test('shows why it was refused, and reloads the balance', async () => {
    const phone = await openDemo({ [resetPath]: { refused: 'Too much is going on. Please try again.' } })
    const { page, calls } = phone
    calls[ordersPath] = noOrdersOf(fundsOf('1300.000000'))
    await ask(page)
    await answer(page, en('user.reset.confirm'))
    await page.getByText(en('act.not_done', { why: 'Too much is going on.' })).waitFor()
    await question(page).waitFor({ state: 'detached' })
    await balance(page, '1 300.00').waitFor()
    assert.equal(phone.made(resetPath).length, 1)
  })

  test('is sent once when its answer is lost, and shows its outcome', async () => {
    const lost = { [resetPath]: aborted, [outcomePath]: { state: 'decided', outcome: outcomeDone } }
    const phone = await openDemo(lost, { allowConsoleErrors: true })
    const { page } = phone
    phone.calls[ordersPath] = noOrdersOf(fundsOf('100000.000000'))
    await ask(page)
    await answer(page, en('user.reset.confirm'))
    await page.getByText(en('act.unconfirmed.reset')).waitFor()
    await question(page).waitFor({ state: 'detached' })
    await page.getByText(en('act.done', { what: en('act.name.reset') })).waitFor()
    await balance(page, '100 000.00').waitFor()
    assert.equal(phone.made(resetPath).length, 1)
    assert.deepEqual(
      phone.made(outcomePath).map((request) => request.postDataJSON().key),
      idempotencyKeys(phone),
    )
    await page.getByRole('button', { name: en('act.ok') }).tap()
    await page.getByText(en('act.done', { what: en('act.name.reset') })).waitFor({ state: 'detached' })
  })

  test('suppresses the close toasts of its own orders only', async () => {
    const lost = noOrdersOf(fundsOf('1200.000000'))
    const deals: Record<string, MyDealAnswer> = {
      0: lost,
      1: { ...lost, data: [orderOf(15)], total: 1 },
    }
    const listed = (request: Request) => deals[new URL(request.url()).searchParams.get('status') ?? '']
    const { page, socket } = await openDemo({ [ordersPath]: listed, [resetPath]: done })
    await ask(page)
    await answer(page, en('user.reset.confirm'))
    await waitForToast(page, done.message)
    for (const [id, CloseReason] of [
      [15, 'demo_reset'],
      [16, 'stop_loss'],
    ] as const) {
      await socket.push('FOREX_CLOSED', [id])
      const Orders = [orderOf(id, { Status: 3, CloseReason })]
      await socket.push('FOREX_ORDERS', { Version: lost.Version + id - 14, QuoteSeq: 5, Orders })
    }
    await waitForToast(page, en('order.cause.stop_loss'), { exact: false })
    assert.equal((await shownToasts(page)).length, 2)
  })

  test('is not offered to a real account', async () => {
    const { page } = await phones.open('/user', {})
    await page.getByText(en('user.real')).waitFor()
    assert.equal(await page.getByText(en('user.reset')).count(), 0)
  })
})
