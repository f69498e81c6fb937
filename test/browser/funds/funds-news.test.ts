import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type OrdersPush, ownOrdersTopic } from '#contract/live.ts'
import {
  type AccountPhone,
  demoUser,
  placeOf,
  setUpAccountPhones,
} from '#test/browser/account/account-phones.ts'
import type { StubbedCalls } from '#test/browser/account/stub-calls.ts'
import { deposit, fundsCalls, pageOf, paths, withdrawal } from '#test/browser/funds/example-funds.ts'
import { showPageAgain } from '#test/browser/show-page.ts'
import { shownToasts, waitForToast } from '#test/browser/toasts.ts'
import { en } from '#test/browser/words.ts'
import { eventually } from '#test/eventually.ts'

const phones = setUpAccountPhones()
const logPath = '/v1/api/main/accountLog/forexChange'
const later = '2026-11-15T12:00:00.000Z'

const isolated = (amount: string) => `\u2066${amount}\u2069`
const onlyType = (type: number, records: readonly unknown[]) => (request: { url: () => string }) =>
  pageOf(new URL(request.url()).searchParams.get('type') === String(type) ? records : [])
const deposits = (...records: readonly unknown[]) => onlyType(0, records)
const withdrawals = (...records: readonly unknown[]) => onlyType(1, records)

/** Opens a screen that shows no records, and waits until the app has read them. */
async function open(calls: StubbedCalls = {}, path = '/'): Promise<AccountPhone> {
  const phone = await phones.open(path, { ...fundsCalls(), [logPath]: pageOf([]), ...calls })
  await eventually(async () => (await seen(phone.page)) !== null)
  return phone
}
const seen = (page: Page) => page.evaluate(() => localStorage.getItem('openlot.funds_seen'))

let version = 1
/** A change of the account that concerns no order. */
const changeMoney = ({ socket }: AccountPhone) => {
  version += 1
  return socket.push(ownOrdersTopic, { Version: version, QuoteSeq: 1, Orders: [] } satisfies OrdersPush)
}

describe('on every screen users are told', () => {
  test('of decisions about deposits and withdrawals, with a link to the records', async () => {
    const phone = await open({ [paths.deposits]: deposits(deposit(14)) })
    const { page, calls } = phone
    calls[paths.deposits] = deposits(
      deposit(14, { status: 2, decided_at: later, remark: 'Only 200 arrived.' }),
    )
    await changeMoney(phone)
    const rejected = `Your deposit of ${isolated('250\u00a0USDT')} was rejected. See the reason in your records.`
    await waitForToast(page, rejected)
    await page.locator('.toast .text-danger').waitFor()
    await page.getByRole('button', { name: en('funds.news.show') }).tap()
    await page.getByText('Only 200 arrived.').waitFor()
    assert.equal(placeOf(page), '/mine/charge?show=records&type=0')
    await page.goto(phones.address())
    await eventually(async () => (await seen(page)) !== null)
    calls[paths.withdrawals] = withdrawals(withdrawal(45, { status: 2, changed_at: later }))
    await changeMoney(phone)
    await waitForToast(page, `Your withdrawal of ${isolated('100.00')} USD has been sent.`)
    await page.locator('.toast .text-good').waitFor()
    // The change before the reload is not told again.
    assert.equal((await shownToasts(page)).length, 1)
  })

  test('of an adjustment', async () => {
    const phone = await open()
    const entry = { Id: 3, Value: '-5.000000', Type: 10, Memo: 'Fee', MemoTran: '', OrderId: null }
    phone.calls[logPath] = pageOf([{ ...entry, CreatedAt: later, CreatedAtTran: '' }])
    await changeMoney(phone)
    await waitForToast(phone.page, 'Your balance was adjusted by', { exact: false })
    await phone.page.getByRole('button', { name: en('funds.news.show') }).tap()
    await phone.page.waitForURL(/\/mine\/history\?type=10$/)
  })

  test('of what they missed, in one sentence', async () => {
    const { page, calls } = await open({
      [paths.deposits]: deposits(deposit(14)),
      [paths.withdrawals]: withdrawals(withdrawal(45)),
    })
    calls[paths.deposits] = deposits(deposit(14, { status: 1, decided_at: later }))
    calls[paths.withdrawals] = withdrawals(withdrawal(45, { status: 1, changed_at: later }))
    await page.reload()
    await waitForToast(page, en('funds.news.many', { count: 2 }))
    await page.getByRole('button', { name: en('funds.news.show') }).tap()
    await page.waitForURL(/\/mine\/wallet$/)
  })

  test('unless they use a demo account', async () => {
    const { page, made } = await phones.open('/', { ...fundsCalls(), '/api/user/info': demoUser })
    await page.locator('[data-screen=home]').waitFor()
    await showPageAgain(page)
    assert.deepEqual([made(paths.deposits), made(logPath), await seen(page)], [[], [], null])
  })
})
