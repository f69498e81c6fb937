import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Request } from 'playwright-core'
import { demoUser, placeOf, setUpAccountPhones } from '#test/browser/account/account-phones.ts'
import { aborted, type StubbedCalls, stubCalls } from '#test/browser/account/stub-calls.ts'
import { stubSocket } from '#test/browser/account/stub-socket.ts'
import { contentCalls, legalText, missing, paths } from '#test/browser/content/example-content.ts'
import { assertInert, hostileMarkdown, hostileNames } from '#test/browser/hostile-texts.ts'
import { showPageAgain } from '#test/browser/show-page.ts'
import { waitForToast } from '#test/browser/toasts.ts'
import { en } from '#test/browser/words.ts'
import { eventually } from '#test/eventually.ts'

const phones = setUpAccountPhones()

const open = (path: string, calls: StubbedCalls = {}, options = {}) =>
  phones.open(path, { ...contentCalls(), ...calls }, options)

describe('a legal text', () => {
  test('shows its current version, and earlier ones as not current', async () => {
    const { page } = await open('/user')
    await page.getByRole('link', { name: en('title.legal_terms') }).tap()
    await page.getByText('Text of terms in version 3').waitFor()
    assert.equal(await page.getByText(en('legal.not_current')).count(), 0)
    await page.getByRole('link', { name: en('legal.number', { edition: 1 }) }).tap()
    await page.getByText('Text of terms in version 1').waitFor()
    await page.getByText(en('legal.not_current')).waitFor()
    assert.equal(placeOf(page), '/legal/terms?edition=1')
    await page.getByRole('link', { name: en('legal.show_current') }).tap()
    await page.getByText('Text of terms in version 3').waitFor()
  })

  test('says that a version does not exist, and leads to the current one', async () => {
    const { page } = await open('/legal/privacy?edition=9')
    await page.getByText(en('legal.missing_edition')).waitFor()
    assert.equal(await page.getByText(en('legal.not_current')).count(), 0)
    await page.getByRole('link', { name: en('legal.show_current') }).tap()
    await page.getByText('Text of privacy in version 1').waitFor()
  })

  test('is inert if it is hostile', async () => {
    const hostile = {
      ...legalText('terms'),
      title: hostileNames.join(' '),
      content: `<p>safe</p>${hostileMarkdown}`,
    }
    // The browser reports that it has blocked the styles in this text.
    const { page } = await open('/legal/terms', { [paths.legal]: hostile }, { allowConsoleErrors: true })
    await page.getByText('safe', { exact: true }).waitFor()
    await assertInert(page)
  })
})

describe('changed legal texts', () => {
  const accept = { name: en('consent.accept'), exact: true }
  const consents = (requests: readonly Request[]) => requests.map((request) => request.postDataJSON().consent)

  test('are asked for with the versions shown, and again after a lost answer under the same key', async () => {
    const { page, calls, made } = await open(
      '/',
      { [paths.missing]: missing('terms', 'risk'), [paths.consent]: aborted },
      { allowConsoleErrors: true },
    )
    const sheet = page.getByRole('dialog', { name: en('consent.title') })
    await sheet.getByText('Risk notice').waitFor()
    await sheet.getByRole('button', accept).tap()
    await eventually(() => made(paths.consent).length === 1)
    calls[paths.consent] = missing()
    await sheet.locator('button[aria-busy]').waitFor({ state: 'detached' })
    await sheet.getByRole('button', accept).tap()
    await waitForToast(page, en('consent.accepted'))
    await sheet.waitFor({ state: 'detached' })
    assert.deepEqual(consents(made(paths.consent)), ['terms:3,risk:2', 'terms:3,risk:2'])
    assert.equal(new Set(made(paths.consent).map((request) => request.headers()['idempotency-key'])).size, 1)
  })

  test('can be read before, are asked for on the way back, and later at the next start', async () => {
    const { page, made } = await open('/', { [paths.missing]: missing('terms') })
    const sheet = page.getByRole('dialog', { name: en('consent.title') })
    await sheet.getByRole('link').tap()
    await page.getByText('Text of terms in version 3').waitFor()
    await sheet.waitFor({ state: 'detached' })
    await page.goBack()
    await sheet.getByRole('button', { name: en('consent.later') }).tap()
    await sheet.waitFor({ state: 'detached' })
    const before = made(paths.missing).length
    await showPageAgain(page)
    await eventually(() => made(paths.missing).length > before)
    assert.equal(await sheet.count(), 0)
    await page.reload()
    await sheet.waitFor()
    assert.equal(made(paths.consent).length, 0)
  })

  test('never come between a user and open positions', async () => {
    const { page, made } = await open('/order', { [paths.missing]: missing('terms') })
    await eventually(() => made(paths.missing).length > 0)
    await page.waitForLoadState('networkidle')
    assert.equal(await page.getByRole('dialog').count(), 0)
    await page.getByRole('link', { name: en('tab.markets') }).tap()
    await page.getByRole('dialog', { name: en('consent.title') }).waitFor()
  })

  test('accepted in one tab are no longer asked for in the other', async () => {
    const { page, calls } = await open('/', { [paths.missing]: missing('terms') })
    const other = await page.context().newPage()
    await stubSocket(other)
    await stubCalls(other, calls)
    await other.goto(page.url())
    await other.getByRole('dialog').waitFor()
    await page.getByRole('dialog').waitFor()
    calls[paths.consent] = missing()
    calls[paths.missing] = missing()
    await page.getByRole('button', accept).tap()
    await waitForToast(page, en('consent.accepted'))
    await showPageAgain(other)
    await other.getByRole('dialog').waitFor({ state: 'detached' })
  })

  test('are not asked for on a demo account, and hostile titles are inert', async () => {
    const demo = await open('/', { '/api/user/info': demoUser, [paths.missing]: missing('terms') })
    await demo.page.waitForLoadState('networkidle')
    assert.equal(demo.made(paths.missing).length, 0)
    const [text] = missing('terms').missing
    const hostile = { missing: [{ ...text, title: hostileNames.join(' ') }] }
    const { page } = await open('/', { [paths.missing]: hostile })
    await page.getByRole('dialog').waitFor()
    await assertInert(page)
  })
})
