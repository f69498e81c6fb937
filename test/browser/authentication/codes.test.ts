import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  descriptionOf,
  type Envelope,
  refusal,
  setUpAuthenticationPhones,
  success,
  waitForFocus,
} from '#test/browser/authentication/authentication-phones.ts'
import { shownToasts } from '#test/browser/toasts.ts'
import { sizeOf } from '#test/browser/ui/box-of.ts'
import { en } from '#test/browser/words.ts'

const phones = setUpAuthenticationPhones()

const sendEmail = '/api/notify/send_email'
const sendSms = '/api/notify/send_sms'

const email = (page: Page) => page.getByLabel(en('entry.email'))
const code = (page: Page) => page.getByLabel(en('entry.code'))
const send = (page: Page) =>
  page.locator('main').getByRole('button', {
    name: new RegExp(`^(${en('entry.code.send')}|${en('entry.code.again')}|You can request)`),
  })

/** Waits until the button shows this text. */
const waitForButtonText = (page: Page, text: string) =>
  send(page).getByText(text, { exact: true }).and(page.locator(':not([aria-hidden], .sr-only)')).waitFor()

/** Opens the screen and stops its clock. */
async function open(path: string, answers: Readonly<Record<string, Envelope>> = {}) {
  const phone = await phones.open(path, {
    answers: {
      [sendEmail]: success(null, 'On its way.'),
      [sendSms]: success(null, 'On its way.'),
      ...answers,
    },
  })
  await phone.page.clock.install()
  await phone.page.reload()
  await email(phone.page).waitFor()
  await phone.page.clock.pauseAt(await phone.page.evaluate(() => Date.now() + 1000))
  return phone
}

/** Advances the clock by a second, because a screen whose code is loaded on demand appears after a delay. */
async function waitForScreen(page: Page, name: string): Promise<void> {
  await page.locator(`[data-screen=${name}]`).waitFor()
  await page.waitForLoadState('networkidle')
  await page.clock.runFor(1000)
}

describe('the send-code button', () => {
  test('checks first that there is a recipient', async () => {
    const { page, calls } = await phones.open('/register')
    await send(page).tap()
    await waitForFocus(email(page))
    assert.equal(await descriptionOf(email(page)), en('entry.error.email'))
    await email(page).fill('ann')
    await send(page).tap()
    await waitForFocus(email(page))
    assert.equal(await descriptionOf(email(page)), en('entry.error.invalid_email'))
    assert.equal(calls(sendEmail).length, 0)
  })

  test('moves the focus to the code, and counts down at constant size', async () => {
    const { page, calls } = await open('/register')
    await email(page).fill('ann@example.com')
    const before = await sizeOf(send(page))
    await send(page).tap()
    await waitForFocus(code(page))
    assert.deepEqual(calls(sendEmail)[0]?.postDataJSON(), { to: 'ann@example.com', type: 1 })
    assert.match(
      await descriptionOf(code(page)),
      /^Code sent to .ann@example\.com.\. It is valid for 10 minutes\.$/,
    )
    await waitForButtonText(page, '60 s')
    await page.getByRole('button', { name: en('entry.code.wait', { seconds: 60 }), exact: true }).waitFor()
    assert.deepEqual(await sizeOf(send(page)), before)
    await page.clock.runFor(51_000)
    await waitForButtonText(page, '9 s')
    assert.deepEqual(await sizeOf(send(page)), before)
    await send(page).tap({ force: true })
    assert.equal(calls(sendEmail).length, 1)
    await page.clock.runFor(9000)
    await waitForButtonText(page, en('entry.code.again'))
    await page
      .getByRole('status')
      .filter({ hasText: en('entry.code.now') })
      .waitFor()
    await send(page).tap()
    await waitForButtonText(page, '60 s')
    assert.equal(calls(sendEmail).length, 2)
  })

  test('continues the countdown after navigation and reload, per recipient and purpose', async () => {
    const { page } = await open('/register')
    await email(page).fill('ann@example.com')
    await send(page).tap()
    await waitForButtonText(page, '60 s')
    await page.clock.runFor(8000)
    await page.getByRole('link', { name: en('entry.login.submit') }).tap()
    await waitForScreen(page, 'login')
    await page.getByRole('link', { name: en('entry.login.register') }).tap()
    await waitForScreen(page, 'register')
    await waitForButtonText(page, '50 s')
    await page.clock.runFor(9000)
    await page.reload()
    await waitForScreen(page, 'register')
    await email(page).fill('ann@example.com')
    await waitForButtonText(page, '40 s')
    await email(page).fill('bob@example.com')
    await waitForButtonText(page, en('entry.code.send'))
    await page.goto('/forgot')
    await waitForScreen(page, 'forgot')
    await email(page).fill('ann@example.com')
    await waitForButtonText(page, en('entry.code.send'))
  })

  test('waits as long as the server demands', async () => {
    const { page } = await open('/forgot', {
      [sendEmail]: { code: 429, msg: 'Too many requests.', data: { retry_after: 25 } },
    })
    await email(page).fill('ann@example.com')
    await send(page).tap()
    await waitForButtonText(page, '25 s')
    assert.deepEqual([await shownToasts(page), await descriptionOf(code(page))], [['Too many requests.'], ''])
  })

  test('shows a refusal beside the recipient, and can be pressed again', async () => {
    const { page, calls } = await open('/forgot', {
      [sendEmail]: refusal('invalid_email', 'Not an address.', 'to'),
    })
    await email(page).fill('ann@example.com')
    await send(page).tap()
    await waitForFocus(email(page))
    assert.deepEqual([await descriptionOf(email(page)), await shownToasts(page)], ['Not an address.', []])
    await send(page).tap()
    await waitForButtonText(page, en('entry.code.send'))
    assert.equal(calls(sendEmail).length, 2)
  })

  test('sends to a phone number with its area', async () => {
    const { page, calls } = await open('/forgot')
    await page.getByRole('tab', { name: en('entry.channel.mobile') }).tap()
    await page.getByLabel(en('entry.mobile'), { exact: true }).fill('812345678')
    await send(page).tap()
    await waitForFocus(code(page))
    assert.deepEqual(calls(sendSms)[0]?.postDataJSON(), { to: '812345678', area_id: 12, type: 2 })
    assert.match(await descriptionOf(code(page)), /\+66812345678/)
  })
})

describe('the code field', () => {
  for (const [typed, taken] of [
    ['123456', '123456'],
    ['  123 456 ', '123456'],
    ['Your code: 481-516', '481516'],
    ['12345678', '123456'],
    ['٤٨١٥١٦', '481516'],
  ] as const) {
    test(`reads “${typed}” as ${taken}`, async () => {
      const { page } = await phones.open('/register')
      await code(page).focus()
      await page.evaluate((text) => {
        const data = new DataTransfer()
        data.setData('text/plain', text)
        const paste = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
        // Inserts the text as the browser does, unless the page prevents the default action.
        if (document.activeElement?.dispatchEvent(paste)) document.execCommand('insertText', false, text)
      }, typed)
      assert.equal(await code(page).inputValue(), taken)
    })
  }
})
