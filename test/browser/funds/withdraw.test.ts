import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page, Request } from 'playwright-core'
import {
  type AccountPhone,
  placeOf,
  realUser,
  setUpAccountPhones,
} from '#test/browser/account/account-phones.ts'
import {
  aborted,
  type StubbedCalls,
  sessionEnded,
  stubCalls,
  tooManyRequests,
} from '#test/browser/account/stub-calls.ts'
import { stubSocket } from '#test/browser/account/stub-socket.ts'
import {
  conditions,
  everyWithdrawal,
  fundsCalls,
  newAddress,
  ownAddress,
  pageOf,
  paths,
  usdt,
  withdrawal,
} from '#test/browser/funds/example-funds.ts'
import { showPageAgain } from '#test/browser/show-page.ts'
import { shownToasts, waitForToast } from '#test/browser/toasts.ts'
import { en, startingWith } from '#test/browser/words.ts'
import { eventually } from '#test/eventually.ts'

const phones = setUpAccountPhones()
const path = '/mine/withdraw'

const open = (calls: StubbedCalls = {}, options = {}, at = path): Promise<AccountPhone> =>
  phones.open(at, { ...fundsCalls(), ...calls }, options)

const amount = (page: Page) => page.getByLabel(en('funds.amount'), { exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).tap()
const fillIn = async (page: Page) => {
  await amount(page).fill('100')
  await page.getByText(ownAddress.dc_address).tap()
  await page.locator('input[name=code]').fill('123456')
}
const confirm = async (page: Page) => {
  await press(page, en('funds.continue'))
  await press(page, en('withdraw.submit'))
}
/** Sends a withdrawal, and leaves the form before it is answered. */
const sendAndLeave = async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const { page, made } = await open({ [paths.draw]: () => promise })
  await fillIn(page)
  await confirm(page)
  await eventually(() => made(paths.draw).length === 1)
  await page.goBack()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: en('control.back') }).tap()
  await page.waitForURL(/\/user$/)
  return { page, answer: resolve }
}

describe('a withdrawal', () => {
  test('previews fee and payout, asks for confirmation, and is sent once with what the user saw', async () => {
    const { page, made } = await open({ [paths.draw]: withdrawal(46) })
    await fillIn(page)
    await page.locator('footer').getByText('99\u202fUSDT').waitFor()
    await press(page, en('funds.continue'))
    await page.getByRole('dialog').getByText(ownAddress.dc_address).waitFor()
    await page.getByRole('button', { name: en('withdraw.submit'), exact: true }).dblclick()
    await page.waitForURL(/show=records&type=1$/)
    assert.equal(made(paths.draw).length, 1)
    assert.deepEqual(made(paths.draw)[0]?.postDataJSON(), {
      ...{ draw_currency_id: 5, number: '100', draw_method_id: 21, fee: '1.000000', usd_price: '1' },
      auth_code: '123456',
    })
  })

  test('of everything is what is available, capped by the limit', async () => {
    const { page, calls } = await open()
    await press(page, en('withdraw.all'))
    assert.equal(await amount(page).inputValue(), '2500.5')
    calls[paths.conditions] = { ...conditions, available: '9000.000000' }
    await showPageAgain(page)
    await page.getByText('9\u202f000.00').waitFor()
    await press(page, en('withdraw.all'))
    assert.equal(await amount(page).inputValue(), '5000')
  })

  test('reports what is missing beside its field', async () => {
    const { page, made } = await open()
    await press(page, en('funds.continue'))
    await page.getByText(en('funds.amount.required')).waitFor()
    await page.getByText(en('withdraw.method.required')).waitFor()
    await page.getByText(en('entry.error.code_length')).waitFor()
    await page.getByText(newAddress.dc_address).tap()
    await page.getByText(en('withdraw.method.waiting')).waitFor()
    await amount(page).fill('2500.51')
    await page.getByText(en('withdraw.insufficient')).waitFor()
    await page.getByRole('link', { name: en('withdraw.positions') }).waitFor()
    assert.equal(made(paths.draw).length, 0)
  })

  test('sends a code for withdrawals, which counts down', async () => {
    const { page, made } = await open()
    await page.getByRole('button', { name: startingWith(en('entry.code.send')) }).tap()
    await page.locator('button[aria-disabled=true]').waitFor()
    assert.equal(made(paths.email)[0]?.postDataJSON().type, 4)
  })

  test('needs no code where the server asks for none', async () => {
    const { page } = await open({ [paths.conditions]: { ...conditions, needs_code: 0 } })
    await amount(page).waitFor()
    assert.equal(await page.locator('input[name=code]').count(), 0)
  })

  test('shows changed terms, and sends them only after a second confirmation', async () => {
    const { page, calls, made } = await open({
      [paths.draw]: { refused: 'The terms have changed.', reason: 'terms_changed' },
    })
    await fillIn(page)
    await press(page, en('funds.continue'))
    calls[paths.currencies] = [{ ...usdt, draw_rate: '3' }]
    await press(page, en('withdraw.submit'))
    const sheet = page.getByRole('dialog')
    await sheet.getByText(en('funds.terms_changed')).waitFor()
    await sheet.getByText('97\u202fUSDT').waitFor()
    calls[paths.draw] = withdrawal(46)
    await press(page, en('withdraw.again'))
    await page.waitForURL(/show=records/)
    const [first, second] = made(paths.draw)
    assert.equal(second?.postDataJSON().fee, '3.000000')
    assert.notEqual(first?.headers()['idempotency-key'], second?.headers()['idempotency-key'])
  })

  test('shows a refusal beside the field that it names, or in a toast', async () => {
    const { page, calls } = await open({
      [paths.draw]: { refused: 'This code is wrong.', reason: 'wrong_code', field: 'auth_code' },
    })
    await fillIn(page)
    await confirm(page)
    await page.locator('main').getByText('This code is wrong.').waitFor()
    calls[paths.draw] = { refused: 'Not now.', reason: 'records_limit' }
    await confirm(page)
    await waitForToast(page, 'Not now.')
  })

  test('that waits for a price says why and what to do, until the next try', async () => {
    const { page, calls } = await open({ [paths.draw]: { refused: 'No price.', reason: 'stale_price' } })
    await fillIn(page)
    await confirm(page)
    await page.getByText(en('withdraw.stale_price')).waitFor()
    assert.equal(await page.locator('input[name=code]').inputValue(), '123456')
    calls[paths.draw] = withdrawal(46)
    await press(page, en('funds.continue'))
    await page.getByText(en('withdraw.stale_price')).waitFor({ state: 'detached' })
    await press(page, en('withdraw.submit'))
    await page.waitForURL(/show=records/)
  })

  test('whose answer comes after the user has left leads nowhere, and keeps what was typed since', async () => {
    const { page, answer } = await sendAndLeave()
    await page.evaluate((to) => history.pushState(null, '', to), path)
    await amount(page).fill('55')
    answer(withdrawal(46))
    await eventually(() => page.evaluate(() => !Object.keys(localStorage).join().includes('funds.')))
    assert.deepEqual([placeOf(page), await amount(page).inputValue()], [path, '55'])
  })

  test('whose refusal comes after the user has left is shown in a toast', async () => {
    const { page, answer } = await sendAndLeave()
    answer({ refused: 'This code is wrong.', reason: 'wrong_code', field: 'auth_code' })
    await waitForToast(page, 'This code is wrong.')
  })

  test('whose answer is lost is sent again under the same key, also after a reload', async () => {
    const { page, calls, made } = await open({ [paths.draw]: aborted }, { allowConsoleErrors: true })
    await fillIn(page)
    await confirm(page)
    await page.getByText(en('funds.unconfirmed.text')).waitFor()
    await page.reload()
    await page.getByText(en('funds.unconfirmed.text')).waitFor()
    calls[paths.draw] = withdrawal(46)
    await press(page, en('funds.unconfirmed.again'))
    await page.waitForURL(/show=records/)
    const keys = made(paths.draw).map((request) => request.headers()['idempotency-key'])
    assert.deepEqual([keys.length, new Set(keys).size], [2, 1])
  })
})

describe('a withdrawal whose answer is lost', () => {
  const keysOf = (requests: readonly Request[]) =>
    new Set(requests.map((request) => request.headers()['idempotency-key']))
  const codesOf = (requests: readonly Request[]) =>
    requests.map((request) => request.postDataJSON().auth_code)
  const storedRequests = (page: Page) =>
    page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('openlot.funds.')))
  const lose = async (options = {}) => {
    const phone = await open({ [paths.draw]: aborted }, { allowConsoleErrors: true, ...options })
    await fillIn(phone.page)
    await confirm(phone.page)
    await phone.page.getByText(en('funds.unconfirmed.text')).waitFor()
    return phone
  }

  test('keeps its key while repeats are turned away, and stores no code', async () => {
    const { page, calls, made } = await lose()
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }))
    assert.ok(!stored.includes('123456'), stored)
    const answers = [
      tooManyRequests,
      { refused: 'The account is frozen.', reason: 'account_frozen' },
      aborted,
    ]
    for (const answer of answers) {
      const before = made(paths.draw).length
      calls[paths.draw] = answer
      await press(page, en('funds.unconfirmed.again'))
      await eventually(() => made(paths.draw).length > before)
      await page.getByText(en('funds.unconfirmed.text')).waitFor()
    }
    calls[paths.draw] = withdrawal(46)
    await press(page, en('funds.unconfirmed.again'))
    await page.waitForURL(/show=records/)
    assert.deepEqual([made(paths.draw).length, keysOf(made(paths.draw)).size], [5, 1])
    assert.deepEqual(codesOf(made(paths.draw)).slice(1), Array(4).fill(undefined))
    assert.deepEqual(await storedRequests(page), [])
  })

  test('that was never recorded asks for a new code, and goes under the same key', async () => {
    const { page, calls, made } = await lose()
    calls[paths.draw] = { refused: 'A code is needed.', reason: 'code_required', field: 'auth_code' }
    await press(page, en('funds.unconfirmed.again'))
    await waitForToast(page, en('funds.unconfirmed.code'))
    assert.equal(await amount(page).inputValue(), '100')
    calls[paths.draw] = withdrawal(46)
    await page.locator('input[name=code]').fill('222222')
    await confirm(page)
    await page.waitForURL(/show=records/)
    assert.equal(keysOf(made(paths.draw)).size, 1)
    assert.deepEqual(codesOf(made(paths.draw)), ['123456', undefined, '222222'])
  })

  test('is one request in two tabs, and ends in both', async () => {
    const { page, calls, made } = await lose()
    const other = await page.context().newPage()
    await stubSocket(other)
    const madeByOther = await stubCalls(other, calls)
    await other.goto(page.url())
    await other.getByText(en('funds.unconfirmed.text')).waitFor()
    calls[paths.draw] = withdrawal(46)
    await press(other, en('funds.unconfirmed.again'))
    await other.waitForURL(/show=records/)
    await amount(page).waitFor()
    assert.equal(keysOf([...made(paths.draw), ...madeByOther(paths.draw)]).size, 1)
    assert.deepEqual(await storedRequests(page), [])
  })

  test('is kept when the session has ended, and removed when another user logs in', async () => {
    const { page, calls } = await lose()
    calls[paths.draw] = sessionEnded
    await press(page, en('funds.unconfirmed.again'))
    await page.waitForURL(/\/login/)
    assert.equal((await storedRequests(page)).length, 1)
    calls['/api/user/info'] = { ...realUser, id: 8 }
    await page.evaluate(() => localStorage.setItem('openlot.session', 'another'))
    await page.goto(new URL('/user', page.url()).href)
    await eventually(async () => (await storedRequests(page)).length === 0)
  })

  test('leaves nothing on the device after a logout', async () => {
    const { page, calls } = await lose()
    calls['/api/user/logout'] = null
    await page.goto(new URL('/mine/system', page.url()).href)
    await page
      .locator('main')
      .getByRole('button', { name: en('mine.log_out'), exact: true })
      .tap()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: en('mine.log_out') })
      .tap()
    await waitForToast(page, en('mine.logged_out'))
    assert.deepEqual(await storedRequests(page), [])
  })

  test('shows open withdrawals before the form, and warns about one of the same amount', async () => {
    const { page, calls, made } = await open({ [paths.withdrawals]: aborted }, { allowConsoleErrors: true })
    await page.getByText(en('funds.load_failed')).waitFor()
    assert.equal(await amount(page).count(), 0)
    calls[paths.withdrawals] = pageOf([])
    await press(page, en('list.retry'))
    await fillIn(page)
    // It was recorded meanwhile, by another device.
    calls[paths.withdrawals] = (request: { url: () => string }) =>
      pageOf(/[?&]type=1/.test(request.url()) ? [withdrawal(45)] : [])
    await press(page, en('funds.continue'))
    const sheet = page.getByRole('dialog')
    await sheet.getByText(/You already requested .*100.*USD/).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: en('withdraw.open', { count: 1 }) }).waitFor()
    assert.equal(made(paths.draw).length, 0)
  })
})

describe('a withdrawal is not possible', () => {
  test('without a payout method: leads to the form for one and back, and keeps the amount', async () => {
    const { page, calls } = await open({ [paths.methods]: [] })
    await amount(page).fill('100')
    await page.getByText(en('withdraw.method.none.1', { currency: 'USDT' })).waitFor()
    await page.getByRole('link', { name: en('withdraw.method.add') }).tap()
    await page.waitForURL(/withdraw-way\?type=1&currency=5$/)
    calls[paths.bind] = newAddress
    calls[paths.methods] = [newAddress]
    await page.getByLabel(en('method.address'), { exact: true }).fill(newAddress.dc_address)
    await page.locator('input[name=code]').fill('123456')
    await press(page, en('method.submit'))
    await page.waitForURL(/\/mine\/withdraw$/)
    await page.getByText(newAddress.dc_address).waitFor()
    assert.deepEqual([placeOf(page), await amount(page).inputValue()], [path, '100'])
  })

  test('in a fiat currency without a channel', async () => {
    const { page, calls } = await open()
    await amount(page).waitFor()
    calls[paths.currencies] = []
    await page.getByText(en('withdraw.type.2')).tap()
    await page.getByText(en('withdraw.no_channel.2')).waitFor()
  })

  test('before the identity is verified: leads there', async () => {
    const { page } = await open({ [paths.conditions]: { ...conditions, needs_identity: 1 } })
    await page.getByRole('link', { name: en('withdraw.identity.link') }).tap()
    await page.waitForURL(/\/mine\/auth$/)
  })

  test('without money: leads to the deposit', async () => {
    const { page } = await open({ [paths.conditions]: { ...conditions, available: '0.000000' } })
    await page.getByText(en('withdraw.empty'), { exact: true }).waitFor()
    await page.getByRole('link', { name: en('withdraw.deposit') }).tap()
    await page.waitForURL(/\/mine\/charge$/)
  })
})

describe('the withdrawal records', () => {
  const records = (calls: StubbedCalls = {}) => open(calls, {}, `${path}?show=records`)

  test('show where each stands, what is missing, the note and the transaction', async () => {
    const { page } = await records({ [paths.withdrawals]: pageOf(everyWithdrawal) })
    await page.getByText(en('withdraw.missing.second_operator')).waitFor()
    await page.getByText('The address belongs to an exchange.').waitFor()
    await page.getByRole('button', { name: en('funds.copy', { what: en('withdraw.transaction') }) }).waitFor()
    const steps = await page.locator('[aria-current=step]').allTextContents()
    assert.deepEqual(
      steps,
      ([0, 1, 2, 3, 4] as const).map((status) => en(`withdraw.status.${status}`)),
    )
    assert.equal(await page.getByRole('button', { name: en('withdraw.cancel') }).count(), 1)
  })

  test('cancel a requested one after a confirmation, without a second message', async () => {
    const { page, calls, made } = await records({ [paths.withdrawals]: pageOf([withdrawal(45)]) })
    const cancelled = withdrawal(45, { status: 4 })
    calls[paths.cancel] = cancelled
    await press(page, en('withdraw.cancel'))
    await press(page, en('withdraw.cancel.keep'))
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    assert.equal(made(paths.cancel).length, 0)
    await press(page, en('withdraw.cancel'))
    calls[paths.withdrawals] = pageOf([cancelled])
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: en('withdraw.cancel') })
      .tap()
    await page.getByText(en('withdraw.status.4')).first().waitFor()
    assert.deepEqual(made(paths.cancel)[0]?.postDataJSON(), { id: 45 })
    assert.deepEqual(await shownToasts(page), [])
  })
})
