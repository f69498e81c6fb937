// What operators enter at the console, and what a user of the app sees of it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type FundsTeam, startFundsTeam } from '#test/browser/funds-journeys/funds-team.ts'
import {
  journeyAppearance,
  journeyLanguage,
  journeyWords,
  otherLanguage,
} from '#test/browser/journey-language.ts'
import { waitForToast } from '#test/browser/toasts.ts'
import { nextFrames, tapEventMark, waitForChart, withStorage } from '#test/browser/trade-screen/trade-page.ts'
import { startingWith } from '#test/browser/words.ts'
import { photo } from '#test/uploads/pictures.ts'

declare global {
  interface Window {
    /** Every text that a script has assigned to `document.cookie`. */
    writtenCookies?: string[]
  }
}

const words = await journeyWords()

let team: FundsTeam
let phone: Page
let desk: Page

before(async () => {
  team = await startFundsTeam()
  const timezoneId = zoneOfNoon()
  const reader = await team.register('reader@example.com')
  const busyMarket = withStorage(team.users.app.address, { 'openlot.market': 'BTCUSD' })
  phone = await team.openPhone(reader, '/language', { ...journeyAppearance, ...busyMarket, timezoneId })
  await phone.addInitScript(recordCookies)
  desk = await team.openDesk(team.owner, '/desk/news', { ...journeyAppearance, timezoneId })
})

after(() => team?.stop())

/** A time zone in which it is about noon, so that the last hour is in this day, week and month. */
function zoneOfNoon(): string {
  const offset = 12 - new Date().getUTCHours()
  // The sign of these names is reversed.
  return `Etc/GMT${offset < 0 ? '+' : '-'}${Math.abs(offset)}`
}

function recordCookies(): void {
  const written: string[] = []
  window.writtenCookies = written
  const own = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie')
  Object.defineProperty(document, 'cookie', {
    get: () => own?.get?.call(document),
    set(text: string) {
      written.push(text)
      own?.set?.call(document, text)
    },
  })
}

const inDesk = (name: string) => desk.getByRole('button', { name, exact: true })
const inDialog = (name: string) =>
  desk.locator('[role=alertdialog], dialog[open]').getByRole('button', { name, exact: true })
const deskField = (name: string) => desk.getByLabel(name, { exact: true })
const link = (name: string) => desk.locator('main').getByRole('link', { name, exact: true })
const banner = () => phone.getByRole('complementary', { name: words.app('title.announcement') })
const consents = () => phone.getByRole('dialog', { name: words.app('consent.title') })

/** Loads the screen, and waits until it has the answer to this call. */
async function openUntil(path: string, call: string): Promise<void> {
  await phone.goto(path)
  await phone.locator('[data-screen] main').waitFor()
  await phone.waitForFunction(
    (wanted) =>
      performance.getEntriesByType('resource').some(({ name }) => new URL(name).pathname === wanted),
    call,
  )
  await nextFrames(phone)
}

/** Opens a text in the language of the journey, and replaces a field of it. */
async function write(kind: 'announcement' | 'terms', field: string, text: string): Promise<void> {
  await desk.getByRole('link', { name: words.desk('nav.texts') }).click()
  await link(words.desk(`article.kind.${kind}`)).click()
  await desk.getByRole('tab', { name: startingWith(journeyLanguage) }).click()
  await deskField(field).fill(text)
}

/** Saves and publishes the open article. */
async function publish({ asksConsent = false } = {}): Promise<void> {
  await desk.keyboard.press('Control+s')
  await desk.getByText(words.desk('article.is_unsaved')).waitFor({ state: 'detached' })
  await inDesk(words.desk('article.publish')).click()
  const form = desk.getByRole('alertdialog')
  if (asksConsent) await form.getByLabel(words.desk('article.publish.consent')).check()
  await inDialog(words.desk('article.publish')).click()
  await form.waitFor({ state: 'detached' })
}

async function isLoaded(page: Page, selector: string): Promise<void> {
  await page.waitForFunction((wanted) => {
    const picture = document.querySelector<HTMLImageElement>(wanted)
    return picture?.complete === true && picture.naturalWidth > 0
  }, selector)
}

test('news with a picture is written, published, read and unpublished', async () => {
  const title = 'Trading hours of the summer'
  await inDesk(words.desk('articles.new')).click()
  await deskField(words.desk('article.title')).fill(title)
  await deskField(words.desk('article.description')).fill('When the markets close early')
  await deskField(words.desk('article.body')).fill('They close **at noon**.')
  await inDesk(words.desk('article.logo.choose')).click()
  await deskField(words.desk('pictures.upload')).setInputFiles({
    ...{ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await photo({ width: 320, height: 200 }) },
  })
  await inDesk(words.desk('article.logo.replace')).waitFor()
  await publish()
  await desk.getByText(words.desk('article.history.published', { edition: 1 })).waitFor()
  await phone.goto('/news')
  const row = phone.locator('[data-screen=news] main li').filter({ hasText: title })
  await row.getByText('When the markets close early').waitFor()
  await isLoaded(phone, '[data-screen=news] main li img')
  await row.tap()
  await phone.locator('.article strong').getByText('at noon').waitFor()
  await phone.getByRole('heading', { name: title }).waitFor()
  await isLoaded(phone, '[data-screen=news_detail] article img')
  const { href, pathname } = new URL(phone.url())
  assert.equal(pathname, '/news/detail')
  await inDesk(words.desk('article.unpublish')).click()
  await inDialog(words.desk('article.unpublish')).click()
  await desk.getByText(words.desk('article.never')).waitFor()
  await openUntil('/news', '/api/news/list')
  await phone.locator('[data-screen=news] main [aria-busy=true]').waitFor({ state: 'detached' })
  assert.equal(await row.count(), 0)
  await phone.goto(href)
  await phone.getByText(words.app('news.unknown'), { exact: true }).waitFor()
})

test('a published announcement has a banner until it is closed', async () => {
  const path = '/api/default/announcement'
  const { data } = await team.users.ask(path)
  await phone.evaluate(([name, edition]) => localStorage.setItem(name, edition), [
    'openlot.announcement_seen',
    String(data.edition),
  ] as const)
  await openUntil('/', path)
  assert.equal(await banner().count(), 0)
  await write('announcement', words.desk('article.title'), 'We are closed on the longest day')
  await publish()
  await phone.reload()
  await banner().getByText('We are closed on the longest day').waitFor()
  await banner()
    .getByRole('button', { name: words.app('control.close') })
    .tap()
  await banner().waitFor({ state: 'detached' })
  await openUntil('/', path)
  assert.equal(await banner().count(), 0)
})

test('imported events are in the calendar, and marked on the chart of a market of their currency', async () => {
  const at = new Date(Date.now() - 60 * 60_000).toISOString()
  const rows = [
    'time,country,importance,title,forecast,actual',
    `${at},US,3,Rate decision of the test,4.25%,4.5%`,
    `${at},GB,3,Retail sales of the test,0.2%,`,
  ]
  await desk.getByRole('link', { name: words.desk('nav.calendar') }).click()
  await inDesk(words.desk('calendar.import')).click()
  await deskField(words.desk('calendar.import.file')).setInputFiles({
    ...{ name: 'events.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) },
  })
  await inDialog(words.desk('calendar.import.preview')).click()
  const counts = { added: 2, changed: 0, unchanged: 0, faulty: 0 }
  await desk.getByText(words.desk('calendar.import.counts', counts)).waitFor()
  await inDialog(words.desk('calendar.import.confirm')).click()
  await desk.getByRole('dialog').waitFor({ state: 'detached' })
  await desk.locator('tbody tr').filter({ hasText: 'Rate decision of the test' }).waitFor()
  await phone.goto('/news?view=calendar')
  const event = phone.locator('main li li').filter({ hasText: 'Rate decision of the test' })
  for (const value of ['4.25%', '4.5%']) await event.getByText(value).waitFor()
  await phone.locator('main li li').filter({ hasText: 'Retail sales of the test' }).waitFor()
  await phone.goto('/trade')
  await waitForChart(phone)
  await tapEventMark(phone)
  const sheet = phone.getByRole('dialog')
  await sheet.getByRole('heading', { name: words.app('calendar.marks.sheet') }).waitFor()
  await sheet.getByText('Rate decision of the test').waitFor()
  assert.equal(await sheet.locator('li').count(), 1)
})

test('in main-company mode, a company of the console is found, chosen and remembered', async () => {
  const name = 'Northway Markets'
  await desk.getByRole('link', { name: words.desk('nav.settings') }).click()
  await deskField(words.desk('settings.value', { key: 'main_company_mode' })).selectOption('1')
  await inDialog(words.desk('settings.confirm.submit')).click()
  await waitForToast(desk, words.server('done.saved'))
  await desk.getByRole('link', { name: words.desk('nav.companies') }).click()
  await inDesk(words.desk('companies.add')).click()
  const tab = (named: string | RegExp) => desk.getByRole('dialog').getByRole('tab', { name: named })
  await tab(startingWith(journeyLanguage)).click()
  await deskField(words.desk('company.field.name')).fill(name)
  await deskField(words.desk('company.field.legal_name')).fill('Northway Markets Ltd')
  await tab(words.desk('language.tab.empty', { language: otherLanguage })).click()
  await deskField(words.desk('company.field.name')).fill('北方證券')
  await inDialog(words.desk('company.save')).click()
  await inDesk(name).waitFor()
  assert.equal(await desk.getByText(words.desk('companies.mode_off')).count(), 0)
  await phone.goto('/product')
  await phone.getByRole('textbox', { name: words.app('providers.field') }).fill('北方')
  const row = phone.getByRole('list', { name: words.app('providers.results') }).getByRole('button')
  await row.filter({ hasText: name }).tap()
  await phone.getByRole('dialog').getByText('Northway Markets Ltd').waitFor()
  await phone
    .getByRole('dialog')
    .getByRole('button', { name: words.app('providers.choose') })
    .tap()
  await waitForToast(phone, words.app('providers.done', { name }))
  const written = await phone.evaluate(() => window.writtenCookies ?? [])
  // Chromium itself keeps no cookie for longer than 400 days.
  assert.match(written.at(-1) ?? '', new RegExp(`^company=[1-9]\\d*; Max-Age=${3 * 365 * 24 * 60 * 60};`))
  assert.ok((await phone.context().cookies()).some((cookie) => cookie.name === 'company'))
  await phone.reload()
  await row.filter({ hasText: name }).getByText(words.app('providers.chosen')).waitFor()
})

/** Changes the standing of the only company. */
async function setStanding(standing: Readonly<Record<'status' | 'status_reason' | 'loss_url', string>>) {
  await desk.getByRole('link', { name: words.desk('nav.companies') }).click()
  await inDesk('Northway Markets').click()
  for (const [name, value] of Object.entries(standing))
    await deskField(words.desk(`company.field.${name as keyof typeof standing}`)).fill(value)
  await inDialog(words.desk('company.save')).click()
  await desk.getByRole('dialog').waitFor({ state: 'detached' })
}

test('a company in bad standing sends its users only to an address that two operators have allowed', async () => {
  const allowed = 'https://notice.example/'
  const notice = `${allowed}northway`
  let visits = 0
  await phone.route(`${allowed}**`, async (route) => {
    visits += 1
    await route.fulfill({ body: 'The licence has lapsed.' })
  })
  await setStanding({ status: '5', status_reason: 'Its licence has lapsed', loss_url: notice })
  await openUntil('/', '/api/company/getCompanyStatus')
  assert.equal(new URL(phone.url()).pathname, '/')
  await desk.getByRole('link', { name: words.desk('nav.settings') }).click()
  const field = deskField(words.desk('settings.value', { key: 'loss_url_list' }))
  await field.fill(allowed)
  await field.press('Enter')
  await inDialog(words.desk('settings.confirm.propose')).click()
  await desk.getByText(words.desk('settings.proposed_value')).waitFor()
  const { data: proposals } = await team.ask(team.cleo, 'proposals')
  const totp = await team.authenticatorCode(team.cleo)
  await team.ask(team.cleo, 'proposals/approve', { id: proposals[0].id, totp })
  assert.equal(visits, 0)
  // The app may leave before its page has loaded.
  await phone.goto('/', { waitUntil: 'commit' })
  await phone.waitForURL(notice)
  await setStanding({ status: '0', status_reason: '', loss_url: '' })
  await openUntil('/', '/api/company/getCompanyStatus')
  assert.deepEqual([new URL(phone.url()).pathname, visits], ['/', 1])
})

test('new terms are accepted once', async () => {
  await write('terms', words.desk('article.body'), 'The terms of the longest day.')
  await publish({ asksConsent: true })
  await phone.goto('/')
  await consents()
    .getByRole('button', { name: words.app('consent.accept') })
    .tap()
  await waitForToast(phone, words.app('consent.accepted'))
  await consents().waitFor({ state: 'detached' })
  await openUntil('/', '/api/user/consents')
  assert.equal(await consents().count(), 0)
})
