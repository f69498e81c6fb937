import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import type { Browser, Page } from 'playwright-core'
import { expireResendDelay, latestCode } from '#test/browser/authentication/outbox.ts'
import { documentImage } from '#test/browser/desk/document-image.ts'
import { createPhone, openBrowser, type Phone, waitLimitMs } from '#test/browser/phone.ts'
import { type ServedApp, serveApp } from '#test/browser/served-app.ts'
import { waitForToast } from '#test/browser/toasts.ts'
import { deskEn, en } from '#test/browser/words.ts'

const owner = {
  DESK_EMAIL: 'owner@example.com',
  DESK_PASSWORD: 'desk owner 2026',
  DESK_TOTP_SECRET: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
}
const email = 'ann.lee@example.com'
const firstPassword = 'kestrel over 7 hills'
const newPassword = 'heron over 8 lakes'

let app: ServedApp
let browser: Browser
let phone: Phone
let page: Page

before(async () => {
  app = await serveApp(owner)
  browser = await openBrowser()
  phone = await createPhone(browser, { baseURL: app.address, reducedMotion: 'reduce' })
  page = phone.page
})
after(async () => {
  await browser?.close()
  await app?.stop()
})

const button = (name: string) => page.getByRole('button', { name, exact: true })

async function logOut(): Promise<void> {
  await page.goto('/user')
  await button(en('mine.log_out')).last().tap()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: en('mine.log_out') })
    .tap()
  await waitForToast(page, en('mine.logged_out'))
  await page.waitForURL(`${app.address}/`)
}

async function logIn(channel: 'email' | 'mobile', account: string, password: string): Promise<void> {
  await page.goto('/login?from=%2Fuser')
  await page.getByRole('tab', { name: en(`entry.channel.${channel}`) }).tap()
  await page.getByLabel(en(`entry.${channel}`)).fill(account)
  await page.getByLabel(en('entry.password'), { exact: true }).fill(password)
  await button(en('entry.login.submit')).tap()
  await page.waitForURL(/\/user$/)
}

async function registerByEmail(): Promise<void> {
  await page.goto('/register')
  await page.getByLabel(en('entry.email')).fill(email)
  await button(en('entry.code.send')).tap()
  await page.getByLabel(en('entry.code')).fill(await latestCode(app.dataDir, email))
  await page.getByLabel(en('entry.password'), { exact: true }).fill(firstPassword)
  await page.getByLabel(en('entry.password.repeated')).fill(firstPassword)
  await page.locator('input[name=consent]').check()
  await button(en('entry.register.submit')).tap()
  await page.waitForURL(`${app.address}/`)
  await page.goto('/user')
  await page.getByText(en('user.real')).waitFor()
}

async function resetPassword(): Promise<void> {
  await logOut()
  await page.goto('/user')
  await page.waitForURL(/\/login\?from=%2Fuser$/)
  await expireResendDelay(app)
  await page.goto('/forgot')
  await page.getByLabel(en('entry.email')).fill(email)
  await button(en('entry.code.send')).tap()
  await page.getByLabel(en('entry.code')).fill(await latestCode(app.dataDir, email, 2))
  await page.getByLabel(en('entry.password.new'), { exact: true }).fill(newPassword)
  await page.getByLabel(en('entry.password.new_repeated')).fill(newPassword)
  await button(en('entry.forgot.submit')).tap()
  await page.waitForURL(/\/login/)
}

async function registerByMobile(): Promise<void> {
  await page.goto('/register')
  await page.getByRole('tab', { name: en('entry.channel.mobile') }).tap()
  await page.getByLabel(en('entry.mobile')).fill('0912 345 678')
  await button(en('entry.code.send')).tap()
  await page.getByLabel(en('entry.code')).fill(await latestCode(app.dataDir, '886912345678'))
  await page.getByLabel(en('entry.password'), { exact: true }).fill(firstPassword)
  await page.getByLabel(en('entry.password.repeated')).fill(firstPassword)
  await page.locator('input[name=consent]').check()
  await button(en('entry.register.submit')).tap()
  await page.waitForURL(`${app.address}/`)
  await logOut()
  await logIn('mobile', '912345678', firstPassword)
  await logOut()
}

async function openDemo(): Promise<void> {
  await page.goto('/login')
  await button(en('entry.demo.open')).tap()
  await page.waitForURL(`${app.address}/`)
  await page.goto('/mine/auth')
  await waitForToast(page, en('app.real_only'))
  await page.waitForURL(/\/user$/)
  await page.getByText(en('entry.demo.title')).first().waitFor()
  await logOut()
}

async function submitIdentity(): Promise<void> {
  await logIn('email', email, newPassword)
  await page.goto('/mine/auth')
  await page.getByLabel(en('auth.name'), { exact: true }).fill('Ann Lee')
  await page.getByLabel(en('auth.card_id')).fill('A123456(7)')
  for (const [index, side] of (['front', 'reverse'] as const).entries()) {
    const buffer = await documentImage(side)
    const picture = { name: `${side}.jpg`, mimeType: 'image/jpeg', buffer }
    await page.locator('input[type=file]').nth(index).setInputFiles(picture)
  }
  await page.getByText(en('auth.picture.uploaded')).nth(1).waitFor()
  await button(en('auth.submit')).tap()
  await page.getByText(en('mine.review.1')).first().waitFor()
}

async function approveIdentity(): Promise<void> {
  const context = await browser.newContext({ baseURL: app.address, viewport: { width: 1440, height: 900 } })
  const desk = await context.newPage()
  desk.setDefaultTimeout(waitLimitMs)
  await desk.goto('/desk')
  await desk.getByLabel(en('entry.channel.email'), { exact: true }).fill(owner.DESK_EMAIL)
  await desk.getByLabel(en('entry.password'), { exact: true }).fill(owner.DESK_PASSWORD)
  const totp = new TOTP({ secret: Secret.fromBase32(owner.DESK_TOTP_SECRET) }).generate()
  await desk.getByLabel(deskEn('sign_in.code')).fill(totp)
  await desk.getByRole('button', { name: deskEn('sign_in.submit') }).click()
  await desk.getByText(deskEn('identity.start')).click()
  await desk.getByText('A123456(7)').waitFor()
  await desk.getByAltText(deskEn('picture.front_of')).waitFor()
  await desk.getByAltText(deskEn('picture.reverse_of')).waitFor()
  await desk.getByRole('button', { name: deskEn('check.approve') }).click()
  await desk
    .getByRole('alertdialog')
    .getByRole('button', { name: deskEn('check.approve') })
    .click()
  await desk.getByText(deskEn('identity.empty.waiting')).first().waitFor()
  await context.close()

  await page.goto('/mine/auth')
  await page.getByText(en('mine.review.2')).first().waitFor()
  await page.goto('/user')
  await page.getByText(en('mine.review.2')).first().waitFor()
}

test('users register, reset a password, open a demo account and are verified by an operator', async () => {
  await registerByEmail()
  await resetPassword()
  await registerByMobile()
  await openDemo()
  await submitIdentity()
  await approveIdentity()
  assert.deepEqual(phone.problems, [])
})
