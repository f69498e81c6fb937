import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { askedOf, entryOf, everyKind, logOf, logPath } from '#test/browser/account/account-log.ts'
import {
  type AccountPhone,
  demoUser,
  firstVersion,
  fundsOf,
  noOrdersOf,
  ordersPath,
  type PhoneOptions,
  placeOf,
  setUpAccountPhones,
} from '#test/browser/account/account-phones.ts'
import type { StubbedCalls } from '#test/browser/account/stub-calls.ts'
import { downloadedText } from '#test/browser/downloaded-text.ts'
import { waitForToast } from '#test/browser/toasts.ts'
import { startTouch } from '#test/browser/ui/touch.ts'
import { en, serverEn } from '#test/browser/words.ts'
import { orderOf, pushAt } from '#test/wire/account-fixtures.ts'

const phones = setUpAccountPhones()
const dayMs = 86_400_000

const open = (
  calls: StubbedCalls = {},
  phoneOptions: PhoneOptions = {},
  search = '',
): Promise<AccountPhone> =>
  phones.open(`/mine/history${search}`, { [logPath]: logOf(everyKind), ...calls }, phoneOptions)

const entries = (page: Page) => page.getByRole('list', { name: en('history.log') }).getByRole('listitem')
const chip = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })
const choose = (page: Page, name: string) =>
  page
    .locator('label')
    .filter({ has: chip(page, name) })
    .tap()
const dates = (page: Page) => page.getByRole('combobox', { name: en('dates.label') })
const counts = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor()
const lastAsked = ({ made }: AccountPhone) => {
  const request = made(logPath).at(-1)
  return request === undefined ? {} : askedOf(request)
}
/** Removes direction marks and normalises spaces. */
const plain = (text: string) => text.replace(/[\u2068\u2069]/g, '').replaceAll('\u202f', ' ')

describe('the account summary', () => {
  test('shows the same figures as other screens, follows pushes, and marks stale figures', async () => {
    const funds = { ...fundsOf('100214.630000'), used_margin: '1538.400000', lock_balance: '500.000000' }
    const { page, socket } = await open({ [ordersPath]: noOrdersOf(funds), '/api/user/info': demoUser })
    await page.getByText('100 214.63').first().waitFor()
    for (const said of ['1 538.400000', '500.00']) await page.getByText(said, { exact: true }).waitFor()
    await page.getByText(en('app.demo'), { exact: true }).waitFor()
    const push = pushAt(2, {
      Version: firstVersion,
      Balance: '100214.630000',
      NetValue: '99000.120000',
    })
    await socket.push('FOREX_TRADE', push)
    await page.getByText('99 000.12', { exact: true }).waitFor()
    assert.equal(await page.getByText(en('market.stale'), { exact: true }).count(), 0)
    await socket.cut({ forGood: true })
    await page.getByText(en('market.stale'), { exact: true }).waitFor()
  })
})

describe('the account log', () => {
  test('groups entries by day, with kind, time and exact amount', async () => {
    const { page } = await open()
    await entries(page).nth(8).waitFor()
    const texts = (await entries(page).allInnerTexts()).map((text) => plain(text).split(/\s*\n\s*/))
    assert.deepEqual(texts.slice(0, 3), [
      [
        'Nov 15, 2026',
        serverEn('log.trade_profit'),
        '08:05:31',
        en('history.order', { id: '12' }),
        '+88.500000',
      ],
      [serverEn('log.fee'), '08:05:31', en('history.order', { id: '15' }), '−3.000000'],
      ['Goodwill for 2 March', '08:05:31', '+25.000000'],
    ])
    assert.deepEqual(texts[8], [en('title.charge'), '22:00:00', '+987 654 321.123456'])
    assert.equal(texts[4]?.[0], 'Nov 14, 2026')
    await counts(page, '9 entries')
  })

  test('links to the open or closed order of an entry', async () => {
    const held = { ...noOrdersOf(fundsOf('2500.500000')), data: [orderOf(15)], total: 1 }
    const { page } = await open({ [ordersPath]: held })
    const fee = entries(page).nth(1).getByRole('link')
    await fee.waitFor()
    await page.waitForFunction(() => document.querySelector('a[href="/order?type=1&id=15"]') !== null)
    const links = await entries(page)
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    assert.deepEqual(links, ['/order?type=3&id=12', '/order?type=1&id=15', '/order?type=3&id=11'])
    await fee.tap()
    await page.waitForURL(/\/order\?type=1&id=15$/)
  })

  test('loads twenty entries at a time, and inserts new ones without moving the reader', async () => {
    const many = Array.from({ length: 45 }, (_, at) => entryOf(145 - at))
    const { page, calls, made, socket } = await open({ [logPath]: logOf(many) })
    await entries(page).nth(19).waitFor()
    await entries(page).last().scrollIntoViewIfNeeded()
    await entries(page).nth(39).waitFor()
    const before = made(logPath).length
    calls[logPath] = logOf([entryOf(146, { Type: 3, Value: '7.000000' }), ...many])
    await socket.push('FOREX_TRADE', pushAt(5, { Version: firstVersion, Balance: '2507.500000' }))
    await counts(page, '46 entries')
    assert.equal(made(logPath).length, before + 1)
    assert.match(plain((await entries(page).first().textContent()) ?? ''), /\+7\.000000$/)
    assert.ok((await entries(page).count()) >= 41)
  })

  test('reloads on a pull', async () => {
    const { page, calls } = await open()
    await counts(page, '9 entries')
    calls[logPath] = logOf(everyKind.slice(1))
    const touch = await startTouch(page, [195, 300])
    await touch.moveTo([195, 520])
    await touch.end()
    await counts(page, '8 entries')
  })

  test('is fetched in the chosen language, and again after a language change', async () => {
    const phone = await open()
    const { page, made } = phone
    await counts(page, '9 entries')
    await page.evaluate(() => {
      history.pushState(null, '', '/language')
    })
    await page.getByText('繁體中文').tap()
    await page.getByRole('heading', { name: '語言' }).waitFor()
    await page.goBack()
    await page.getByText('帳戶明細').first().waitFor()
    const languages = made(logPath).map((request) => request.headers()['lang'])
    assert.deepEqual([languages[0], languages.at(-1)], ['en', 'hk'])
  })
})

describe('a filter of the account log', () => {
  test('by kind requests that type, shows its count, and is in the URL', async () => {
    const phone = await open()
    const { page } = phone
    await counts(page, '9 entries')
    const { type, ...all } = lastAsked(phone)
    assert.deepEqual([type, all['from'], all['to']], [undefined, undefined, undefined])
    for (const [name, wanted, count] of [
      [en('history.type.4'), '4', '1 entry'],
      [en('history.type.3'), '3', '2 entries'],
      [en('history.type.10'), '10', '1 entry'],
    ] as const) {
      await choose(page, name)
      await counts(page, count)
      assert.equal(lastAsked(phone)['type'], wanted)
      assert.equal(placeOf(page), `/mine/history?type=${wanted}`)
    }
    await choose(page, en('history.type.all'))
    await counts(page, '9 entries')
    assert.equal(placeOf(page), '/mine/history')
  })

  test('is restored on return from an order', async () => {
    const { page } = await open()
    await choose(page, en('history.type.4'))
    await counts(page, '1 entry')
    await entries(page).first().getByRole('link').tap()
    await page.waitForURL(/\/order/)
    await page.goBack()
    await counts(page, '1 entry')
    assert.equal(await chip(page, en('history.type.4')).isChecked(), true)
  })

  for (const [timezoneId, aheadMs] of [
    ['UTC', 0],
    ['Asia/Tokyo', 9 * 3_600_000],
  ] as const) {
    test(`by days uses the local time zone: ${timezoneId}`, async () => {
      const phone = await open({}, { timezoneId })
      const { page } = phone
      await counts(page, '9 entries')
      for (const [kind, daysBack] of [
        ['today', 0],
        ['week', 6],
        ['month', 29],
      ] as const) {
        const asking = page.waitForRequest((request) => request.url().includes(`${logPath}?`))
        await dates(page).selectOption(kind)
        const { t, from, to } = askedOf(await asking)
        const today = Math.floor((Number(t) + aheadMs) / dayMs) * dayMs - aheadMs
        assert.deepEqual([Number(from), to], [today - daysBack * dayMs, undefined])
      }
    })
  }

  test('by custom days includes the last day, and both ends can be chosen', async () => {
    const phone = await open({}, {}, '?dates=2026-03-01~2026-03-28')
    const { page } = phone
    await counts(page, '9 entries')
    assert.deepEqual(
      [lastAsked(phone)['from'], lastAsked(phone)['to']],
      [Date.UTC(2026, 2, 1), Date.UTC(2026, 2, 29)].map(String),
    )
    const asking = page.waitForRequest((request) => request.url().includes(`to=${Date.UTC(2026, 2, 11)}`))
    await page.getByLabel(en('dates.to'), { exact: true }).fill('2026-03-10')
    await asking
    await page.waitForURL(/dates=2026-03-01%7E2026-03-10$|dates=2026-03-01~2026-03-10$/)
  })

  test('without results shows an empty state with a reset', async () => {
    const { page } = await open({ [logPath]: { data: [], total: 0 } }, {}, '?type=4&dates=today')
    await page.getByText(en('history.none_found_text')).waitFor()
    await page.getByRole('link', { name: en('history.show_all') }).tap()
    await page.getByText(en('history.none')).waitFor()
    assert.equal(placeOf(page), '/mine/history')
    assert.equal(await page.getByRole('button', { name: en('history.csv') }).isDisabled(), true)
  })

  test('offers a demo account no deposits or withdrawals, and a real one no demo funds', async () => {
    const { page } = await open({ '/api/user/info': demoUser })
    await chip(page, en('history.type.7')).waitFor()
    assert.equal(await chip(page, en('history.type.1')).count(), 0)
    const { page: real } = await open()
    await chip(real, en('history.type.2')).waitFor()
    assert.equal(await chip(real, en('history.type.7')).count(), 0)
  })
})

describe('a failed load', () => {
  test('is reported, and a retry succeeds', async () => {
    const { page, calls } = await open({ [logPath]: { refused: 'Not now.' } })
    await page.getByText(en('history.failed')).waitFor()
    calls[logPath] = logOf(everyKind)
    await page.getByRole('button', { name: en('app.failed.retry') }).tap()
    await counts(page, '9 entries')
  })
})

describe('the CSV export of the log', () => {
  test('contains every filtered entry exactly, and no spreadsheet formula', async () => {
    const many = Array.from({ length: 120 }, (_, at) => entryOf(200 - at, { OrderId: at === 0 ? 15 : null }))
    const trick = entryOf(201, { Type: 10, Memo: '=1+1, he said', Value: '0.000001' })
    const phone = await open({ [logPath]: logOf([trick, ...many]) })
    const { page } = phone
    await counts(page, '121 entries')
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: en('history.csv') }).tap()
    const file = await coming
    assert.match(file.suggestedFilename(), /^transactions-\d{4}-\d\d-\d\d\.csv$/)
    const lines = (await downloadedText(file)).split('\r\n')
    assert.equal(lines.length, 1 + 121 + 1)
    assert.deepEqual(lines.slice(0, 3), [
      '\ufeffNumber,Time (UTC),Description,Amount (USD),Order',
      '201,2026-11-15T08:05:31.000Z,"\'=1+1, he said",0.000001,',
      '200,2026-11-15T08:05:31.000Z,Trading fee,-1.500000,15',
    ])
  })

  test('is not saved if a page fails to load', async () => {
    const { page, calls } = await open()
    await counts(page, '9 entries')
    calls[logPath] = { refused: 'Not now.' }
    await page.getByRole('button', { name: en('history.csv') }).tap()
    await waitForToast(page, en('history.failed'))
  })
})
