import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  demoUser,
  placeOf,
  realUser,
  setUpAccountPhones,
  storedItem,
} from '#test/browser/account/account-phones.ts'
import { aborted, type StubbedCalls } from '#test/browser/account/stub-calls.ts'
import {
  answered,
  complaint,
  complaintCalls,
  everyComplaint,
  packHash,
  packText,
  paths,
  stubPack,
} from '#test/browser/complaints/example-complaints.ts'
import { downloadedText } from '#test/browser/downloaded-text.ts'
import { assertInert, hostileMarkdown, hostileNames } from '#test/browser/hostile-texts.ts'
import { en } from '#test/browser/words.ts'
import { eventually } from '#test/eventually.ts'

const phones = setUpAccountPhones()

const open = (path = '/mine/email', calls: StubbedCalls = {}, options = {}) =>
  phones.open(path, { ...complaintCalls(), ...calls }, options)
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).tap()
const text = (page: Page) => page.locator('textarea[name=text]')
const draftKey = 'openlot.complaint_draft'

const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] }

/** Presses the button that copies, and waits until the clipboard has this text. */
async function copy(page: Page, label: string, wanted: string): Promise<void> {
  await press(page, label)
  await page.waitForFunction(async (expected) => (await navigator.clipboard.readText()) === expected, wanted)
}

describe('the screen of complaints', () => {
  test('has the address as a link and to copy, and the complaints with their deadlines', async () => {
    const { page } = await open('/mine/email', {}, clipboard)
    const link = page.getByRole('link', { name: 'complaints@openlot.example' })
    assert.equal(await link.getAttribute('href'), 'mailto:complaints@openlot.example')
    await copy(page, en('complaints.address.copy'), 'complaints@openlot.example')
    const list = page.getByRole('list', { name: en('complaints.list') })
    for (const state of ['open', 'overdue', 'answered'] as const)
      await list.getByText(en(`complaints.state.${state}`), { exact: true }).waitFor()
    await list.getByText(en('complaints.due', { date: '\u2068Nov 20, 2099, 09:00\u2069' })).waitFor()
    await list.getByText(en('complaints.was_due', { date: '\u2068Jan 20, 2026, 09:00\u2069' })).waitFor()
    await list.getByText('C-2026-000012').tap()
    assert.equal(placeOf(page), '/mine/email?id=12')
    await page.getByText('We have enclosed the quotes.').waitFor()
    await page.getByRole('link', { name: en('complaints.record.order', { id: '15' }) }).waitFor()
  })

  test('shows a visitor the address, and leads to the login and back', async () => {
    const { page } = await phones.open('/mine/announcement', complaintCalls())
    await page.evaluate(() => localStorage.clear())
    await page.goto('/mine/email?show=new&order=12')
    await page.getByRole('link', { name: en('complaints.login.button') }).tap()
    assert.equal(placeOf(page), `/login?from=${encodeURIComponent('/mine/email?show=new&order=12')}`)
  })
})

describe('a new complaint', () => {
  test('names picked records, is sent once, and opens', async () => {
    const { page, made } = await open('/mine/email?show=new&order=12')
    await page.getByText(en('complaints.record.order', { id: '12' })).waitFor()
    assert.equal(placeOf(page), '/mine/email?show=new')
    await press(page, en('complaints.records.add'))
    const sheet = page.getByRole('dialog')
    await sheet.locator('label').filter({ hasText: '#15' }).tap()
    await sheet.getByText(en('complaints.pick.coin_withdrawals')).tap()
    await sheet.locator('label').filter({ hasText: '#46' }).tap()
    await press(page, en('complaints.pick.done', { count: 3 }))
    await sheet.waitFor({ state: 'detached' })
    await press(page, en('complaints.send'))
    await page.getByText(en('complaints.text.required')).waitFor()
    await text(page).fill(' Why? ')
    await page.getByRole('button', { name: en('complaints.send'), exact: true }).dblclick()
    await page.waitForURL(/id=15$/)
    assert.deepEqual(
      made(paths.file).map((request) => request.postDataJSON()),
      [{ text: 'Why?', orders: '12,15', withdrawals: '46' }],
    )
    assert.equal(await storedItem(page, draftKey), null)
  })

  test('says that the record of a link was not added to a full draft, until there is room', async () => {
    const { page } = await open()
    const records = Array.from({ length: 20 }, (_, at) => ({ kind: 'order', id: at + 1, note: '' }))
    await page.evaluate(([key, draft]) => localStorage.setItem(key, draft), [
      draftKey,
      JSON.stringify({ userId: realUser.id, text: 'Why?', records }),
    ] as const)
    const record = en('complaints.record.order', { id: '46' })
    const leftOut = page.getByText(en('complaints.records.left_out', { record, limit: 20 }))
    await page.goto('/mine/email?show=new&order=46')
    await leftOut.waitFor()
    assert.ok(await leftOut.evaluate((element) => element.getBoundingClientRect().bottom < innerHeight / 2))
    assert.equal(placeOf(page), '/mine/email?show=new')
    await press(page, en('complaints.records.remove', { record: en('complaints.record.order', { id: '3' }) }))
    await leftOut.waitFor({ state: 'detached' })
    await page.goto('/mine/email?show=new&order=46')
    await page.getByText(record, { exact: true }).waitFor()
    assert.equal(await leftOut.count(), 0)
  })

  test('stays as a draft over a reload, and without an answer goes again under its key', async () => {
    const { page, calls, made } = await open('/mine/email?show=new', {}, { allowConsoleErrors: true })
    await text(page).fill('My stop was filled too low.')
    await page.reload()
    await page.waitForFunction(() => document.querySelector('textarea')?.value !== '')
    assert.equal(await text(page).inputValue(), 'My stop was filled too low.')
    calls[paths.file] = aborted
    await press(page, en('complaints.send'))
    await page.getByText(en('funds.unconfirmed.text')).waitFor()
    calls[paths.file] = complaint(15)
    await press(page, en('funds.unconfirmed.again'))
    await page.getByRole('list', { name: en('complaints.list') }).waitFor()
    const keys = made(paths.file).map((request) => request.headers()['idempotency-key'])
    assert.deepEqual([keys.length, new Set(keys).size], [2, 1])
    assert.equal(await storedItem(page, draftKey), null)
  })

  test('filed after the user has left leads nowhere, and empties the draft only if it is unchanged', async () => {
    for (const [written, kept] of [
      ['Why?', ''],
      ['Another one', 'Another one'],
    ] as const) {
      const { promise, resolve } = Promise.withResolvers<unknown>()
      const { page, made } = await open('/mine/email?show=new', { [paths.file]: () => promise })
      await text(page).fill('Why?')
      await press(page, en('complaints.send'))
      await eventually(() => made(paths.file).length === 1)
      await page.getByRole('link', { name: en('control.back') }).tap()
      await page.getByRole('link', { name: en('complaints.new') }).tap()
      await text(page).fill(written)
      resolve(complaint(15))
      await eventually(() => page.evaluate(() => !Object.keys(localStorage).join().includes('complaint.')))
      assert.deepEqual([placeOf(page), await text(page).inputValue()], ['/mine/email?show=new', kept])
      assert.equal((await storedItem(page, draftKey)) === null, kept === '')
    }
  })

  test('keeps its text after a refusal; a demo account picks orders only', async () => {
    const { page } = await open('/mine/email?show=new', {
      '/api/user/info': demoUser,
      [paths.file]: { refused: 'Not found.', reason: 'not_found', field: 'orders' },
    })
    await text(page).fill('Why?')
    await press(page, en('complaints.send'))
    await page.getByText('Not found.').waitFor()
    assert.equal(await text(page).inputValue(), 'Why?')
    await press(page, en('complaints.records.add'))
    await page.getByRole('dialog').getByText(en('complaints.pick.pending')).waitFor()
    assert.equal(await page.getByText(en('complaints.pick.coin_deposits')).count(), 0)
  })
})

describe('a complaint', () => {
  test('waits for its evidence, saves it only if it matches, and shows hostile texts as texts', async () => {
    const waiting = complaint(12, {
      ...{ ...answered, text: hostileMarkdown, answer: hostileMarkdown },
      ...{ pack: 'waiting', pack_sha256: '', pack_bytes: 0 },
    })
    const { page, calls } = await open('/mine/email?id=12', { [paths.info]: waiting }, clipboard)
    await page.getByText(en('complaints.pack.waiting')).waitFor()
    await assertInert(page)
    calls[paths.info] = everyComplaint[2]
    const download = page.getByRole('button', { name: en('complaints.pack.download'), exact: true })
    await download.waitFor()
    await stubPack(page, `${packText} `)
    await download.tap()
    await page.getByText(en('complaints.pack.differs')).waitFor()
    await stubPack(page)
    const [file] = await Promise.all([page.waitForEvent('download'), download.tap()])
    assert.equal(await downloadedText(file), packText)
    await page.getByText(en('complaints.pack.matches')).waitFor()
    await copy(page, en('complaints.pack.copy_hash'), packHash)
  })
})

test('hostile texts are inert in the list, in a restored draft and in an unconfirmed complaint', async () => {
  const [name = '', note = ''] = hostileNames
  const { page } = await open(
    '/mine/email',
    {
      ...complaintCalls([complaint(12, { number: name, text: hostileMarkdown })]),
      [paths.file]: aborted,
    },
    { allowConsoleErrors: true },
  )
  await page
    .getByRole('list', { name: en('complaints.list') })
    .getByText(name, { exact: true })
    .waitFor()
  await assertInert(page)
  const records = [{ kind: 'order', id: 12, note }]
  await page.evaluate(([key, draft]) => localStorage.setItem(key, draft), [
    draftKey,
    JSON.stringify({ userId: realUser.id, text: hostileMarkdown, records }),
  ] as const)
  await page.goto('/mine/email?show=new')
  await page.getByText(note, { exact: true }).waitFor()
  assert.equal(await text(page).inputValue(), hostileMarkdown)
  await assertInert(page)
  await press(page, en('complaints.send'))
  await page.getByText(en('funds.unconfirmed.text')).waitFor()
  await page.locator('dd').getByText(name).waitFor()
  await assertInert(page)
})
