import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import {
  descriptionOf,
  storedItem,
  waitForFocus,
} from '#test/browser/authentication/authentication-phones.ts'
import { expireResendDelay, latestCode } from '#test/browser/authentication/outbox.ts'
import { createPhone, openBrowser, type Phone } from '#test/browser/phone.ts'
import { type ServedApp, serveApp } from '#test/browser/served-app.ts'
import { showPageAgain } from '#test/browser/show-page.ts'
import { shownToasts } from '#test/browser/toasts.ts'
import { en, serverEn } from '#test/browser/words.ts'

const firstPassword = 'kestrel over 7 hills'
const nextPassword = 'heron over 8 lakes'

let app: ServedApp
let browser: Browser
let phones: Phone[] = []

before(async () => {
  app = await serveApp()
  browser = await openBrowser()
})

afterEach(async () => {
  const problems = phones.flatMap((phone) => phone.problems)
  for (const phone of phones) await phone.close()
  phones = []
  assert.deepEqual(problems, [])
})

after(async () => {
  await browser?.close()
  await app?.stop()
})

async function open(path: string): Promise<Page> {
  const phone = await createPhone(browser, { baseURL: app.address, reducedMotion: 'reduce' })
  phones.push(phone)
  await phone.page.goto(path)
  return phone.page
}

const email = (page: Page) => page.getByLabel(en('entry.email'))
const code = (page: Page) => page.getByLabel(en('entry.code'))
const password = (page: Page) => page.getByLabel(en('entry.password'), { exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function choosePassword(page: Page, chosen: string): Promise<void> {
  await password(page).fill(chosen)
  await page.getByLabel(en('entry.password.repeated')).fill(chosen)
}

const acceptTexts = (page: Page) => page.locator('input[name=consent]').check()

async function register(page: Page, address: string): Promise<void> {
  await page.goto('/register?from=%2Ffeedback')
  await email(page).fill(address)
  await button(page, en('entry.code.send')).tap()
  await waitForFocus(code(page))
  await code(page).fill(await latestCode(app.dataDir, address))
  await choosePassword(page, firstPassword)
  await acceptTexts(page)
  await button(page, en('entry.register.submit')).tap()
  await page.waitForURL(/\/feedback$/)
}

async function logIn(page: Page, address: string, secret: string): Promise<void> {
  await page.goto('/login?from=%2Ffeedback')
  await email(page).fill(address)
  await password(page).fill(secret)
  await button(page, en('entry.login.submit')).tap()
}

/** Changes a setting while the server runs, as an operator would. */
function set(key: string, value: string): void {
  const env = { PATH: process.env['PATH'], DATA_DIR: app.dataDir, DATABASE_URL: app.databaseUrl }
  execFileSync(process.execPath, ['tools/setting.ts', key, value], { env, stdio: 'ignore' })
}

describe('authentication with the real server', () => {
  test('changes a password with a code, and ends all other sessions', async () => {
    const address = 'changes@example.com'
    const page = await open('/register')
    await register(page, address)
    const elsewhere = await open('/login')
    await logIn(elsewhere, address, firstPassword)
    await elsewhere.waitForURL(/\/feedback$/)

    await expireResendDelay(app)
    await page.goto('/mine/password')
    await page.getByLabel(en('entry.password.old')).fill(firstPassword)
    await page.getByLabel(en('entry.password.new'), { exact: true }).fill(nextPassword)
    await page.getByLabel(en('entry.password.new_repeated')).fill(nextPassword)
    await button(page, en('entry.code.send')).tap()
    await waitForFocus(code(page))
    await code(page).fill(await latestCode(app.dataDir, address, 2))
    await button(page, en('entry.change.submit')).tap()
    await page.getByText(serverEn('done.password_changed')).waitFor()
    await page.waitForURL(/\/user$/)
    assert.notEqual(await storedItem(page, 'openlot.session'), null)

    await elsewhere.waitForURL(/\/login\?from=/)
    await logIn(elsewhere, address, firstPassword)
    await waitForFocus(password(elsewhere))
    assert.equal(await descriptionOf(password(elsewhere)), serverEn('reason.wrong_credentials'))
    await logIn(elsewhere, address, nextPassword)
    await elsewhere.waitForURL(/\/feedback$/)
  })

  test('shows a refusal beside its field, and accepts the same code afterwards', async () => {
    const address = 'refused@example.com'
    const page = await open('/register?from=%2Ffeedback')
    await email(page).fill(address)
    await button(page, en('entry.code.send')).tap()
    const sent = await latestCode(app.dataDir, address)
    await acceptTexts(page)
    await code(page).fill(sent === '000000' ? '111111' : '000000')
    await choosePassword(page, firstPassword)
    await button(page, en('entry.register.submit')).tap()
    await waitForFocus(code(page))
    assert.equal(await descriptionOf(code(page)), serverEn('reason.wrong_code'))
    await code(page).fill(sent)
    await choosePassword(page, 'password123')
    await button(page, en('entry.register.submit')).tap()
    await waitForFocus(password(page))
    assert.equal(await descriptionOf(password(page)), serverEn('reason.password_common'))
    await choosePassword(page, firstPassword)
    await page.getByLabel(en('entry.invite.optional')).fill('AAAAAAAA')
    await button(page, en('entry.register.submit')).tap()
    await waitForFocus(page.getByLabel(en('entry.invite.optional')))
    await page.getByLabel(en('entry.invite.optional')).fill('')
    await button(page, en('entry.register.submit')).tap()
    await page.waitForURL(/\/feedback$/)
  })

  test('counts down as long as the server demands when a second device requests a code', async () => {
    const address = 'impatient@example.com'
    for (const path of ['/register', '/register']) {
      const page = await open(path)
      await email(page).fill(address)
      await button(page, en('entry.code.send')).tap()
      await page.getByRole('button', { name: /^You can request another code in/ }).waitFor()
    }
    const [, second] = phones
    assert.ok(second !== undefined)
    assert.match((await shownToasts(second.page)).join(), /^Too many requests/)
    const name = await second.page
      .getByRole('button', { name: /^You can request/ })
      .locator('.sr-only')
      .textContent()
    const seconds = Number(/\d+/.exec(name ?? '')?.[0])
    assert.ok(seconds > 0 && seconds <= 60, name ?? '')
  })

  test('selects the second country by default and offers every other one', async () => {
    const listed = await (await fetch(`${app.address}/api/default/area_list`)).json()
    const page = await open('/login')
    await page.getByRole('tab', { name: en('entry.channel.mobile') }).tap()
    const area = page.locator('[aria-haspopup=dialog]')
    await area.getByText(`+${listed.data[1].global_code}`, { exact: true }).waitFor()
    await area.tap()
    const rows = page.getByRole('dialog').getByRole('listitem')
    await rows.first().waitFor()
    assert.equal(await rows.count(), listed.data.length)
    await page.getByLabel(en('entry.area.search')).fill('hong kong')
    await page.getByRole('dialog').getByText(en('entry.area.none'), { exact: true }).last().waitFor()
  })

  test('opens a demo account, continues to the requested screen, and reopens the same account', async () => {
    const page = await open('/login?from=%2Ffeedback')
    await button(page, en('entry.demo.open')).tap()
    await page.waitForURL(/\/feedback$/)
    const uid = () =>
      page.evaluate(async () => {
        const authorization = localStorage.getItem('openlot.session') ?? ''
        return (await (await fetch('/api/user/info', { headers: { authorization } })).json()).data.uid
      })
    const first = await uid()
    await page.evaluate(() => localStorage.removeItem('openlot.session'))
    await page.goto('/login?from=%2Ffeedback')
    await button(page, en('entry.demo.open')).tap()
    await page.waitForURL(/\/feedback$/)
    assert.equal(await uid(), first)
  })

  test('applies changed settings when the page becomes visible again', async () => {
    const page = await open('/register')
    await button(page, en('entry.code.send')).waitFor()
    set('verify_reg_type', '2')
    set('is_show_mobile', '0')
    // Another process has changed the setting, and the server notices shortly afterwards.
    await page.waitForFunction(async () => {
      const response = await fetch('/api/default/setting?key=is_show_mobile')
      return String((await response.json()).data) === '0'
    })
    await showPageAgain(page)
    const picture = page.locator('main form img')
    await picture.waitFor()
    await page.getByRole('tab', { name: en('entry.channel.mobile') }).waitFor({ state: 'detached' })
    const before = await picture.getAttribute('src')
    await email(page).fill('reads@example.com')
    await choosePassword(page, firstPassword)
    await page.getByLabel(en('entry.captcha')).fill('wrong')
    await acceptTexts(page)
    await button(page, en('entry.register.submit')).tap()
    await waitForFocus(page.getByLabel(en('entry.captcha')))
    await picture.and(page.locator(`:not([src="${before}"])`)).waitFor()
    assert.match(await descriptionOf(page.getByLabel(en('entry.captcha'))), /do not match the picture/)
    set('verify_reg_type', '1')
    set('is_show_mobile', '1')
  })
})
