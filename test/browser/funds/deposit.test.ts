import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  type AccountPhone,
  demoUser,
  placeOf,
  realUser,
  setUpAccountPhones,
} from '#test/browser/account/account-phones.ts'
import { uploadPath } from '#test/browser/account/example-identity.ts'
import { aborted, type StubbedCalls, stubCalls } from '#test/browser/account/stub-calls.ts'
import { stubSocket } from '#test/browser/account/stub-socket.ts'
import {
  bitcoin,
  deposit,
  euroBank,
  euros,
  everyDeposit,
  fundsCalls,
  pageOf,
  paths,
  tron,
} from '#test/browser/funds/example-funds.ts'
import { showPageAgain } from '#test/browser/show-page.ts'
import { shownToasts } from '#test/browser/toasts.ts'
import { en, startingWith } from '#test/browser/words.ts'
import { eventually } from '#test/eventually.ts'
import { photo } from '#test/uploads/pictures.ts'

const phones = setUpAccountPhones()
const path = '/mine/charge'

let jpeg: Buffer
before(async () => {
  jpeg = await photo({ width: 320, height: 200 })
})

const open = (calls: StubbedCalls = {}, options = {}): Promise<AccountPhone> =>
  phones.open(path, { ...fundsCalls(), ...calls }, options)

const amount = (page: Page) => page.getByLabel(en('funds.amount'), { exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).tap()
const uploadVoucher = async (page: Page) => {
  await page
    .locator('main')
    .getByLabel(startingWith(en('deposit.voucher')))
    .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: jpeg })
  await page.getByText(en('auth.picture.uploaded'), { exact: true }).waitFor()
}
const fillIn = async (page: Page, number = '100') => {
  await amount(page).fill(number)
  await uploadVoucher(page)
}
const keysOf = (phone: AccountPhone, call: string) =>
  phone.made(call).map((request) => request.headers()['idempotency-key'])

describe('a deposit by coin', () => {
  test('shows the address, the credited dollars, and is sent once with what the user saw', async () => {
    const phone = await open({ [paths.submit]: deposit(15) })
    const { page, calls, made } = phone
    await page.getByText(tron.address).waitFor()
    await page.getByRole('img', { name: en('deposit.qr') }).waitFor()
    await fillIn(page)
    await page.locator('footer').getByText('99.95').waitFor()
    await press(page, en('funds.continue'))
    await page.getByRole('dialog').getByText('99.95').waitFor()
    calls[paths.deposits] = pageOf([deposit(15)])
    await page.getByRole('button', { name: en('deposit.submit') }).dblclick()
    await page.getByRole('list', { name: en('deposit.records') }).waitFor()
    assert.equal(placeOf(page), '/mine/charge?show=records&type=0')
    assert.equal(made(paths.submit).length, 1)
    assert.deepEqual(made(paths.submit)[0]?.postDataJSON(), {
      number: '100',
      proofImg: '/api/common/image?name=picture-1',
      rate: tron.rate,
      address: tron.address,
      charge_id: tron.id,
    })
    await page.goBack()
    assert.equal(await amount(page).inputValue(), '')
  })

  test('to an address that was replaced since is reported, but not paid to any more', async () => {
    const phone = await open({ [paths.submit]: deposit(15) })
    const { page, calls, made } = phone
    await page.getByText(tron.address).waitFor()
    calls[paths.info] = [{ ...tron, id: 77, address: 'TNewAddress' }]
    await showPageAgain(page)
    await page.getByText(en('deposit.gone.text')).waitFor()
    await page.getByText(tron.address).waitFor()
    assert.equal(await page.getByRole('img', { name: en('deposit.qr') }).count(), 0)
    await fillIn(page)
    await press(page, en('funds.continue'))
    calls[paths.deposits] = pageOf([deposit(15)])
    await page.getByRole('button', { name: en('deposit.submit') }).tap()
    await page.getByRole('list', { name: en('deposit.records') }).waitFor()
    const sent = made(paths.submit)[0]?.postDataJSON()
    assert.deepEqual([sent.charge_id, sent.address], [tron.id, tron.address])
    await page.goBack()
    await page.getByLabel(en('funds.currency'), { exact: true }).selectOption('77')
    await page.getByText('TNewAddress').waitFor()
    assert.equal(await page.getByText(en('deposit.gone.text')).count(), 0)
  })

  for (const [name, offered] of [
    ['beside others', [bitcoin]],
    ['with no other', []],
  ] as const)
    test(`to an earlier address, ${name}, is reported from its own choice, also after a reload`, async () => {
      const off = { ...tron, is_off: 1 }
      const phone = await open({ [paths.submit]: deposit(15), [paths.info]: [...offered, off] })
      const { page, calls, made } = phone
      const link = page.getByRole('button', { name: en('deposit.earlier.coin') })
      await link.waitFor()
      assert.equal(await page.getByText(tron.address).count(), 0)
      await page.reload()
      await link.tap()
      await page.getByText(tron.address).waitFor()
      await page.getByText(en('deposit.gone.text')).waitFor()
      assert.equal(await page.getByRole('img', { name: en('deposit.qr') }).count(), 0)
      assert.equal(await page.getByRole('button', { name: en('deposit.address.copy') }).count(), 0)
      await fillIn(page)
      await press(page, en('funds.continue'))
      calls[paths.deposits] = pageOf([deposit(15)])
      await press(page, en('deposit.submit'))
      await page.getByRole('list', { name: en('deposit.records') }).waitFor()
      const sent = made(paths.submit)[0]?.postDataJSON()
      assert.deepEqual([sent.charge_id, sent.address, sent.rate], [tron.id, tron.address, tron.rate])
      assert.match(made(paths.info)[0]?.url() ?? '', /earlier=1/)
    })

  test('has no link to earlier addresses if there are none', async () => {
    const { page } = await open()
    await page.getByText(tron.address).waitFor()
    assert.equal(await page.getByRole('button', { name: en('deposit.earlier.coin') }).count(), 0)
  })

  test('reports what is missing beside its field, and sends nothing', async () => {
    const { page, made } = await open()
    await press(page, en('funds.continue'))
    await page.getByText(en('funds.amount.required')).waitFor()
    await page.getByText(en('deposit.voucher.required')).waitFor()
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'amount')
    await amount(page).fill('19.99')
    await page.locator('.text-danger').getByText(startingWith('At least')).waitFor()
    await amount(page).fill('20.1234567')
    await page.getByText(en('funds.amount.decimals', { count: 6 })).waitFor()
    assert.equal(made(paths.submit).length, 0)
  })

  test('whose answer comes after the user has left leads nowhere', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const { page, made } = await open({ [paths.submit]: () => promise })
    await fillIn(page)
    await press(page, en('funds.continue'))
    await press(page, en('deposit.submit'))
    await eventually(() => made(paths.submit).length === 1)
    await page.goBack()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: en('control.back') }).tap()
    await page.waitForURL(/\/user$/)
    resolve(deposit(15))
    await eventually(() => page.evaluate(() => !Object.keys(localStorage).join().includes('funds.')))
    assert.equal(placeOf(page), '/user')
  })

  test('closes the confirmation with Back, and keeps what was typed', async () => {
    const { page, made } = await open()
    await fillIn(page)
    await press(page, en('funds.continue'))
    await page.getByRole('dialog').waitFor()
    await page.goBack()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.deepEqual([placeOf(page), await amount(page).inputValue()], [path, '100'])
    assert.equal(made(paths.submit).length, 0)
  })

  test('keeps what was typed while the records are shown', async () => {
    const { page } = await open()
    await fillIn(page)
    await page.getByRole('link', { name: en('deposit.records') }).tap()
    await page.getByText(en('deposit.records.none')).waitFor()
    await page.getByRole('link', { name: en('control.back') }).tap()
    assert.equal(await amount(page).inputValue(), '100')
    await page.getByText(en('auth.picture.uploaded'), { exact: true }).waitFor()
  })

  test('shows changed terms, and sends them only after a second confirmation', async () => {
    const changed = { ...tron, rate: '0.98', address: 'TNewAddress111111111111111111111111' }
    const phone = await open({
      [paths.submit]: { refused: 'The terms have changed.', reason: 'terms_changed' },
    })
    const { page, calls, made } = phone
    await fillIn(page)
    await press(page, en('funds.continue'))
    calls[paths.info] = [changed]
    await press(page, en('deposit.submit'))
    const sheet = page.getByRole('dialog')
    await sheet.getByText(en('funds.terms_changed')).waitFor()
    await sheet.getByText(en('deposit.address.changed')).waitFor()
    await sheet.locator('s').getByText(tron.address).waitFor()
    await sheet.getByText(changed.address).first().waitFor()
    await sheet.getByText('98.00').waitFor()
    calls[paths.submit] = deposit(15)
    await press(page, en('deposit.again'))
    await page.getByText(en('deposit.records.none')).waitFor()
    const [first, second] = keysOf(phone, paths.submit)
    assert.notEqual(first, second)
    const sent = made(paths.submit)[1]?.postDataJSON()
    assert.deepEqual([sent.rate, sent.address], [changed.rate, changed.address])
  })

  test('shows a refusal beside the field that it names', async () => {
    const { page } = await open({
      [paths.submit]: { refused: 'This image is already used.', reason: 'invalid_input', field: 'proofImg' },
    })
    await fillIn(page)
    await press(page, en('funds.continue'))
    await press(page, en('deposit.submit'))
    await page.locator('main').getByText('This image is already used.').waitFor()
    assert.deepEqual(await shownToasts(page), [])
  })

  test('clears a voucher that the server refuses, and says why', async () => {
    const { page } = await open({
      [uploadPath]: { refused: 'This image is damaged.', reason: 'image_damaged' },
    })
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: jpeg })
    await page.getByText('This image is damaged.').waitFor()
    assert.equal(await page.locator('main img').count(), 0)
  })
})

describe('a deposit whose answer is lost', () => {
  const sendAndLose = async (calls: StubbedCalls = {}) => {
    const phone = await open({ [paths.submit]: aborted, ...calls }, { allowConsoleErrors: true })
    await fillIn(phone.page)
    await press(phone.page, en('funds.continue'))
    await press(phone.page, en('deposit.submit'))
    await phone.page.getByText(en('funds.unconfirmed'), { exact: true }).waitFor()
    return phone
  }

  test('is offered again after the records were read, under the same key, also after a reload', async () => {
    const phone = await sendAndLose()
    const { page, calls, made } = phone
    await page.getByText(en('funds.unconfirmed.text')).waitFor()
    assert.ok(made(paths.deposits).length > 0)
    await page.reload()
    await page.getByText(en('funds.unconfirmed.text')).waitFor()
    assert.equal(await page.getByRole('button', { name: en('funds.continue') }).count(), 0)
    calls[paths.submit] = deposit(15)
    calls[paths.deposits] = pageOf([deposit(15)])
    await press(page, en('funds.unconfirmed.again'))
    await page.getByRole('list', { name: en('deposit.records') }).waitFor()
    const keys = keysOf(phone, paths.submit)
    assert.deepEqual([keys.length, new Set(keys).size], [2, 1])
    const [one, other] = made(paths.submit).map((request) => request.postDataJSON())
    assert.deepEqual(one, other)
    await page.goto(path)
    await amount(page).waitFor()
  })

  test('is not offered before the records are read', async () => {
    let answer: (value: unknown) => void = () => undefined
    const held = new Promise((resolve) => {
      answer = resolve
    })
    const { page } = await sendAndLose({ [paths.deposits]: () => held })
    await page.getByText(en('funds.unconfirmed.checking')).waitFor()
    assert.equal(
      await page.getByRole('button', { name: en('funds.unconfirmed.again'), exact: true }).count(),
      0,
    )
    answer(pageOf([]))
    await page.getByRole('button', { name: en('funds.unconfirmed.again'), exact: true }).waitFor()
  })

  test('is known to have arrived if the records show it', async () => {
    const arrived = deposit(15, { number: '100', created_at: new Date().toISOString() })
    const { page } = await sendAndLose({ [paths.deposits]: pageOf([arrived]) })
    await page.getByText(en('funds.unconfirmed.found')).waitFor()
    await press(page, en('funds.unconfirmed.done'))
    await page.waitForURL(/show=records&type=0$/)
    // The form is empty, so that the same deposit is not sent again by mistake.
    await page.getByLabel(en('control.back')).tap()
    await page.waitForURL(/charge$/)
    assert.equal(await amount(page).inputValue(), '')
  })

  test('is known in another tab, and ends in both', async () => {
    const phone = await sendAndLose()
    const { page } = phone
    const other = await page.context().newPage()
    const socket = await stubSocket(other)
    await stubCalls(
      other,
      { ...phone.calls, [paths.submit]: deposit(15), [paths.deposits]: pageOf([]) },
      socket.quotes,
    )
    await other.goto(`${phones.address()}${path}`)
    await other.getByText(en('funds.unconfirmed.text')).waitFor()
    await press(other, en('funds.unconfirmed.again'))
    await amount(page).waitFor()
  })

  test('of another user is not shown', async () => {
    const { page, calls } = await sendAndLose()
    calls['/api/user/info'] = { ...realUser, id: 8 }
    await page.reload()
    await amount(page).waitFor()
    assert.equal(await page.getByText(en('funds.unconfirmed'), { exact: true }).count(), 0)
  })
})

describe('a deposit by wire', () => {
  for (const kind of ['wire', 'card'] as const)
    test(`opened as ${kind} shows every bank field with a copy button, and is sent`, async () => {
      const { page, made } = await open({
        [paths.wireSubmit]: deposit(16, { type: 1, currency_code: 'EUR' }),
      })
      await page.getByText(en(`deposit.kind.${kind}`)).tap()
      for (const text of Object.values(euroBank).map(String).slice(1))
        await page.getByText(text).first().waitFor()
      assert.equal(
        await page
          .locator('main')
          .getByRole('button', { name: startingWith('Copy') })
          .count(),
        6,
      )
      await fillIn(page, '50.25')
      await press(page, en('funds.continue'))
      await press(page, en('deposit.submit'))
      await page.waitForURL(/show=records&type=1$/)
      assert.deepEqual(made(paths.wireSubmit)[0]?.postDataJSON(), {
        number: '50.25',
        proofImg: '/api/common/image?name=picture-1',
        rate: '1.0842',
        wire_id: 9,
      })
    })
})

test('a deposit to the only bank account, which is off now, is reported from the link', async () => {
  const { page, made } = await open({
    [paths.symbols]: [{ ...euros, is_off: 1 }],
    [paths.wires]: [{ ...euroBank, is_off: 1 }],
    [paths.wireSubmit]: deposit(16, { type: 1, currency_code: 'EUR' }),
  })
  await page.getByText(en('deposit.kind.wire')).tap()
  await page.getByText(en('deposit.none'), { exact: true }).waitFor()
  await page.getByRole('button', { name: en('deposit.earlier.wire') }).tap()
  await page.getByText(euroBank.payee_account).waitFor()
  await page.getByText(en('deposit.gone.text')).waitFor()
  await fillIn(page, '50.25')
  await press(page, en('funds.continue'))
  await press(page, en('deposit.submit'))
  await page.waitForURL(/show=records&type=1$/)
  assert.equal(made(paths.wireSubmit)[0]?.postDataJSON().wire_id, euroBank.id)
})

test('says that there is no way to pay when there is none', async () => {
  const { page } = await open({ [paths.info]: [], [paths.symbols]: [] })
  await page.getByText(en('deposit.none'), { exact: true }).waitFor()
  assert.equal(await page.getByRole('button', { name: en('funds.continue') }).count(), 0)
  await page.getByText(en('deposit.kind.wire')).tap()
  await page.getByText(en('deposit.none'), { exact: true }).waitFor()
})

test('warns against sending real money while prices are simulated', async () => {
  const { page } = await open()
  await page.getByText(en('funds.simulated')).waitFor()
})

test('is not for demo accounts', async () => {
  const { page } = await open({ '/api/user/info': demoUser })
  await page.getByText(en('app.real_only')).first().waitFor()
  assert.equal(await amount(page).count(), 0)
})

test('reports a failed load, and retries', async () => {
  const { page, calls } = await open({ [paths.info]: { refused: 'Not now.' } })
  await page.getByText(en('funds.load_failed')).waitFor()
  calls[paths.info] = [tron]
  await page.getByRole('button', { name: en('list.retry') }).tap()
  await amount(page).waitFor()
})

describe('the deposit records', () => {
  const records = (calls: StubbedCalls = {}) =>
    phones.open(`${path}?show=records`, { ...fundsCalls(), ...calls })

  test('show every status, and the remark of a rejected one', async () => {
    const { page } = await records({ [paths.deposits]: pageOf(everyDeposit) })
    for (const status of [0, 1, 2, 3] as const)
      await page
        .getByText(en(`deposit.status.${status}`), { exact: true })
        .first()
        .waitFor()
    await page.getByText('Only 200 USDT arrived.').waitFor()
  })

  test('show a changed status when the page is shown again', async () => {
    const { page, calls } = await records({ [paths.deposits]: pageOf([deposit(14)]) })
    await page.getByText(en('deposit.status.0')).waitFor()
    calls[paths.deposits] = pageOf([deposit(14, { status: 1 })])
    await showPageAgain(page)
    await page.getByText(en('deposit.status.1'), { exact: true }).first().waitFor()
  })

  test('load further pages', async () => {
    const all = Array.from({ length: 25 }, (_, index) => deposit(100 - index))
    const { page } = await records({
      [paths.deposits]: (request: { url: () => string }) => {
        const at = Number(new URL(request.url()).searchParams.get('page')) - 1
        return pageOf(all.slice(at * 20, at * 20 + 20), 25)
      },
    })
    await page.locator('main li').nth(19).waitFor()
    await page.locator('main').evaluate((main) => main.scrollTo(0, 100_000))
    await page.getByText(en('list.end')).waitFor()
    assert.equal(await page.locator('main li').count(), 25)
  })

  test('report a failed load, and retry', async () => {
    const { page, calls } = await records({ [paths.deposits]: { refused: 'Not now.' } })
    await page.getByText(en('deposit.records.failed')).waitFor()
    calls[paths.deposits] = pageOf(everyDeposit)
    await page.getByRole('button', { name: en('list.retry') }).tap()
    await page.getByText(en('deposit.status.3')).waitFor()
  })

  test('show the voucher to its owner, fetched with the session', async () => {
    const { page } = await records({ [paths.deposits]: pageOf([deposit(14)]) })
    let authorization: string | undefined
    await page.route(/\/api\/common\/image\?/, (route) => {
      authorization = route.request().headers()['authorization']
      return route.fulfill({ body: jpeg, contentType: 'image/jpeg' })
    })
    await press(page, en('deposit.record.voucher'))
    await page.getByRole('img', { name: en('deposit.voucher') }).waitFor()
    assert.ok(authorization)
    await page.goBack()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })
})
