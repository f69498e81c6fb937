// A visitor and an operator write to each other, in two browsers, on the real server, through a power cut. Then the
// visitor logs in, and a demo user asks about an order.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, FrameLocator, Page } from 'playwright-core'
import { password } from '#test/browser/account/real-users.ts'
import { type FundsTeam, startFundsTeam } from '#test/browser/funds-journeys/funds-team.ts'
import { journeyAppearance, journeyWords } from '#test/browser/journey-language.ts'
import { createPhone, openBrowser, type Phone } from '#test/browser/phone.ts'
import { eventually } from '#test/eventually.ts'
import { photo } from '#test/uploads/pictures.ts'
import { supportThreadKey } from '#web/support/storage-keys.ts'

const words = await journeyWords()
const email = 'ann@example.com'

let team: FundsTeam
let browser: Browser
let phone: Phone
let page: Page
let chat: FrameLocator
let desk: Page

before(async () => {
  team = await startFundsTeam()
  browser = await openBrowser()
  const { address } = team.users.app
  phone = await createPhone(browser, { baseURL: address, reducedMotion: 'reduce', ...journeyAppearance })
  page = phone.page
  chat = page.frameLocator('iframe')
  desk = await team.openDesk(team.owner, '/desk/support', { losesConnection: true, ...journeyAppearance })
})
after(async () => {
  await phone?.close()
  await browser?.close()
  await team?.stop()
})

const inChat = (text: string) =>
  chat
    .getByRole('log', { name: words.app('support.log') })
    .getByRole('listitem')
    .filter({ hasText: text })
const atDesk = (text: string) => desk.getByRole('log').getByRole('listitem').filter({ hasText: text })

async function write(text: string): Promise<void> {
  await chat.getByRole('textbox', { name: words.app('support.text') }).fill(text)
  await chat.getByRole('button', { name: words.app('support.send'), exact: true }).tap()
}

async function answer(text: string): Promise<void> {
  await desk.getByLabel(words.desk('support.answer.label')).fill(text)
  await desk.getByRole('button', { name: words.desk('support.answer.send'), exact: true }).click()
}

/** The messages of a user as the server has them. */
async function stored(token: string): Promise<readonly { readonly number: number; readonly text: string }[]> {
  const { code, data } = await team.users.ask('/api/support/messages?limit=100', { token })
  assert.equal(code, 1)
  return data.data
}

async function openFirst(): Promise<void> {
  await desk.locator('tbody a').first().click()
  await desk.getByRole('log').waitFor()
}

describe('a visitor', () => {
  test('writes from the login page, is answered at once, and sees when that is typed and read', async () => {
    await page.goto('/login')
    await page.getByRole('link', { name: words.app('app.support') }).tap()
    await page.waitForURL('**/mine/chat')
    await write('How do I open an account?')
    // The inbox was open before the first message.
    await desk.getByText(words.desk('support.visitor', { id: 1 })).waitFor()
    await openFirst()
    await atDesk('How do I open an account?').waitFor()
    await chat.getByText(words.app('support.state.read'), { exact: true }).waitFor({ state: 'attached' })

    const box = desk.getByLabel(words.desk('support.answer.label'))
    await box.pressSequentially('Tap')
    await chat.getByText(words.app('support.typing')).waitFor()
    await answer('Tap "Register" on the login page.')
    await inChat('Tap "Register" on the login page.').waitFor()
    await atDesk('Tap "Register" on the login page.').getByText(words.desk('support.mark.read')).waitFor()
    // The answer came after all messages: nothing waits any more.
    await desk.getByText(words.desk('support.column.waiting')).waitFor({ state: 'detached' })
  })

  test('sends a picture, which the operator can enlarge', async () => {
    const name = words.app('support.attach.picture')
    const buffer = Buffer.from(await photo({ width: 640, height: 400 }))
    await chat.getByLabel(name).setInputFiles({ name: 'screen.jpg', mimeType: 'image/jpeg', buffer })
    const pictures = chat.getByRole('list', { name: words.app('support.pictures') })
    await pictures.getByRole('img').waitFor()
    // A message waits for the upload of its pictures.
    await pictures.getByRole('progressbar').waitFor({ state: 'detached' })
    await write('It looks like this.')
    const sent = atDesk('It looks like this.').getByRole('img')
    await sent.waitFor()
    assert.equal(await sent.evaluate((image: HTMLImageElement) => image.naturalWidth), 640)
  })

  test('and the operator lose no message in a power cut, and none is sent twice', async () => {
    const { app } = team.users
    await app.kill()
    await write('Are you still there?')
    await inChat('Are you still there?').getByText(words.app('support.state.waiting')).waitFor()
    await answer('One moment, please.')
    await desk.getByText(words.desk('support.unsent.delayed')).waitFor()
    await app.restart()
    for (const text of ['Are you still there?', 'One moment, please.']) {
      await inChat(text).waitFor()
      await atDesk(text).locator('time').waitFor()
    }
    await chat.getByText(words.app('support.state.waiting')).waitFor({ state: 'detached' })
    await desk.getByText(words.desk('support.unsent.delayed')).waitFor({ state: 'detached' })
  })

  test('keeps the conversation when logging in, and it is the one of the user from then on', async () => {
    const { token } = await team.users.register(email)
    assert.deepEqual(await stored(token), [])
    await page.goto('/login')
    await page.getByLabel(words.app('entry.email'), { exact: true }).fill(email)
    await page.getByLabel(words.app('entry.password'), { exact: true }).fill(password)
    await page.getByRole('button', { name: words.app('entry.login.submit'), exact: true }).tap()
    await page.waitForURL((url) => url.pathname !== '/login')
    await eventually(async () => (await stored(token)).length > 0)
    const texts = (await stored(token)).map(({ number, text }) => `${number} ${text}`)
    assert.deepEqual(texts.slice(0, 3), [
      '1 How do I open an account?',
      '2 Tap "Register" on the login page.',
      '3 It looks like this.',
    ])
    assert.deepEqual(
      texts
        .slice(3)
        .map((text) => text.slice(2))
        .sort(),
      ['Are you still there?', 'One moment, please.'],
    )
    await page.waitForFunction((key) => localStorage.getItem(key) === null, supportThreadKey)
    await page.goto('/mine/chat')
    await inChat('How do I open an account?').waitFor()
    await desk.getByText(words.desk('support.chat.gone')).waitFor()
  })

  test('sees how many answers are unread, and the operator closes the conversation', async () => {
    await page.goto('/news')
    await desk.getByRole('link', { name: words.desk('support.back') }).click()
    await openFirst()
    await atDesk('How do I open an account?').waitFor()
    await answer('Welcome.')
    await atDesk('Welcome.').getByText(words.desk('support.mark.sent')).waitFor()
    await page.goto('/user')
    await page.getByText(words.app('user.unread_messages', { count: 1 })).waitFor()
    await desk.getByRole('button', { name: words.desk('support.close') }).click()
    await desk
      .getByRole('alertdialog')
      .getByRole('button', { name: words.desk('support.close') })
      .click()
    await desk.getByText(words.desk('support.closed.text')).waitFor()
    await desk.getByRole('link', { name: words.desk('support.back') }).click()
    await desk.getByText(words.desk('support.empty.open')).waitFor()
  })
})

describe('a demo user', () => {
  test('asks about an order with one tap, and the operator sees its receipt', async () => {
    const { token } = await team.users.openDemo('d'.repeat(32))
    await team.users.buy(token, 'BTCUSD', '0.01')
    const user = { uid: '', invite_code: '' }
    const demo = await team.openPhone({ token, user, email: '' }, '/order', journeyAppearance)
    await demo.getByRole('tabpanel').getByRole('listitem').first().getByRole('link').first().tap()
    await demo.getByRole('link', { name: words.app('detail.ask') }).tap()
    const frame = demo.frameLocator('iframe')
    await frame.getByRole('button', { name: words.app('support.order.remove') }).waitFor()
    await frame.getByRole('textbox', { name: words.app('support.text') }).fill('Why this price?')
    await frame.getByRole('button', { name: words.app('support.send'), exact: true }).tap()
    await openFirst()
    await atDesk('Why this price?')
      .getByRole('button', { name: words.desk('support.order.show') })
      .click()
    await atDesk('Why this price?').getByText(words.desk('support.receipt.seq')).waitFor()
  })
})
