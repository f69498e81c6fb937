import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import type { Browser, Page } from 'playwright-core'
import { documentPicture } from '#test/browser/desk/document-picture.ts'
import { codeTo, letAMinutePass } from '#test/browser/people/outbox.ts'
import { openBrowser, type Phone, takePhone } from '#test/browser/phone.ts'
import { type ServedApp, serveApp } from '#test/browser/served-app.ts'

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
  phone = await takePhone(browser, { baseURL: app.address, reducedMotion: 'reduce' })
  page = phone.page
})
after(async () => {
  await browser?.close()
  await app?.stop()
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const toast = (text: string) => page.getByText(text, { exact: true }).first().waitFor()

async function logOut(): Promise<void> {
  await page.goto('/user')
  await button('Log out').last().tap()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).tap()
  await toast('Logout success')
  await page.waitForURL(`${app.address}/`)
}

async function logIn(channel: 'Email' | 'Mobile', account: string, password: string): Promise<void> {
  await page.goto('/login?from=%2Fuser')
  await page.getByRole('tab', { name: channel }).tap()
  await page.getByLabel(channel === 'Email' ? 'Email address' : 'Mobile number').fill(account)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await button('Log in').tap()
  await page.waitForURL(/\/user$/)
}

test('somebody registers by email with the code that was sent', async () => {
  await page.goto('/register')
  await page.getByLabel('Email address').fill(email)
  await button('Send code').tap()
  await page.getByLabel('Verification code').fill(await codeTo(app.dataDir, email))
  await page.getByLabel('Password', { exact: true }).fill(firstPassword)
  await page.getByLabel('Password once more').fill(firstPassword)
  await button('Open account').tap()
  await page.waitForURL(`${app.address}/`)
  await page.goto('/user')
  await page.getByText('Real account').waitFor()
})

test('logs out, and sets a new password', async () => {
  await logOut()
  await page.goto('/user')
  await page.waitForURL(/\/login\?from=%2Fuser$/)
  await letAMinutePass(app)
  await page.goto('/forgot')
  await page.getByLabel('Email address').fill(email)
  await button('Send code').tap()
  await page.getByLabel('Verification code').fill(await codeTo(app.dataDir, email, 2))
  await page.getByLabel('New password', { exact: true }).fill(newPassword)
  await page.getByLabel('New password once more').fill(newPassword)
  await button('Set new password').tap()
  await page.waitForURL(/\/login/)
})

test('somebody else registers and logs in by mobile', async () => {
  await page.goto('/register')
  await page.getByRole('tab', { name: 'Mobile' }).tap()
  await page.getByLabel('Mobile number').fill('0912 345 678')
  await button('Send code').tap()
  await page.getByLabel('Verification code').fill(await codeTo(app.dataDir, '886912345678'))
  await page.getByLabel('Password', { exact: true }).fill(firstPassword)
  await page.getByLabel('Password once more').fill(firstPassword)
  await button('Open account').tap()
  await page.waitForURL(`${app.address}/`)
  await logOut()
  await logIn('Mobile', '912345678', firstPassword)
  await logOut()
})

test('a demo account needs nothing, and is stopped at what is not for it', async () => {
  await page.goto('/login')
  await button('Open demo account').tap()
  await page.waitForURL(`${app.address}/`)
  await page.goto('/mine/auth')
  await toast('Please register or log in to a real account')
  await page.waitForURL(/\/user$/)
  await page.getByText('Demo account').first().waitFor()
  await logOut()
})

test('both sides of a document are handed in', async () => {
  await logIn('Email', email, newPassword)
  await page.goto('/mine/auth')
  await page.getByLabel('Name', { exact: true }).fill('Ann Lee')
  await page.getByLabel('ID number').fill('A123456(7)')
  for (const [index, side] of (['front', 'reverse'] as const).entries()) {
    const buffer = await documentPicture(side)
    const picture = { name: `${side}.jpg`, mimeType: 'image/jpeg', buffer }
    await page.locator('input[type=file]').nth(index).setInputFiles(picture)
  }
  await page.getByText('Uploaded').nth(1).waitFor()
  await button('Submit for review').tap()
  await page.getByText('Under review').first().waitFor()
})

test('an operator approves it at the desk, and it shows as certified', async () => {
  const context = await browser.newContext({ baseURL: app.address, viewport: { width: 1440, height: 900 } })
  const desk = await context.newPage()
  desk.setDefaultTimeout(30_000)
  await desk.goto('/desk')
  await desk.getByLabel('Email', { exact: true }).fill(owner.DESK_EMAIL)
  await desk.getByLabel('Password', { exact: true }).fill(owner.DESK_PASSWORD)
  const totp = new TOTP({ secret: Secret.fromBase32(owner.DESK_TOTP_SECRET) }).generate()
  await desk.getByLabel('Code of the authenticator').fill(totp)
  await desk.getByRole('button', { name: 'Sign in' }).click()
  await desk.getByText('Start with the oldest').click()
  await desk.getByText('A123456(7)').waitFor()
  await desk.getByAltText('Front of the document').waitFor()
  await desk.getByAltText('Back of the document').waitFor()
  await desk.getByRole('button', { name: 'Approve' }).click()
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click()
  await desk.getByText('Nothing is waiting').first().waitFor()
  await context.close()

  await page.goto('/mine/auth')
  await page.getByText('Certified').first().waitFor()
  await page.goto('/user')
  await page.getByText('Certified').first().waitFor()
  assert.deepEqual(phone.problems, [])
})
