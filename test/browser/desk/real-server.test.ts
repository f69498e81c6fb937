import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import type { Browser, Page } from 'playwright-core'
import {
  owner,
  type RealUsers,
  type RegisteredUser,
  startRealUsers,
} from '#test/browser/account/real-users.ts'
import { documentImage } from '#test/browser/desk/document-image.ts'
import { pageTitle, titleIs } from '#test/browser/desk/open-desk.ts'
import { pressInOverlay } from '#test/browser/overlay-keys.ts'
import { createPhone, openBrowser, type Phone } from '#test/browser/phone.ts'
import { deskEn, serverEn, startingWith } from '#test/browser/words.ts'

const stepMs = 30_000
const desks: Phone[] = []

let users: RealUsers
let browser: Browser
let page: Page
let ann: RegisteredUser
let bo: RegisteredUser

before(async () => {
  users = await startRealUsers()
  ann = await users.register('ann@example.com')
  bo = await users.register('bo@example.com')
  await submitIdentity(ann, 'Ann Lee', 'A123456(7)')
  await submitIdentity(bo, 'Bo Chan', 'A123456(7)')
  browser = await openBrowser()
  page = await openDesk()
})
after(async () => {
  await browser?.close()
  await users?.stop()
  assert.deepEqual(
    desks.flatMap(({ problems }) => problems),
    [],
  )
})

async function openDesk(): Promise<Page> {
  const desk = await createPhone(browser, {
    baseURL: users.app.address,
    viewport: { width: 1280, height: 800 },
    hasTouch: false,
    isMobile: false,
    reducedMotion: 'reduce',
  })
  desks.push(desk)
  await desk.page.goto('/desk')
  return desk.page
}

/** Submits two images and the form, as the phone does. */
async function submitIdentity({ token }: RegisteredUser, name: string, card_id: string): Promise<void> {
  const [front_pic = '', reverse_pic = ''] = await Promise.all([
    upload(token, 'front'),
    upload(token, 'reverse'),
  ])
  const json = { name, card_id, front_pic, reverse_pic }
  const { code, msg } = await users.ask('/api/user_real/real_name', { token, json })
  assert.equal(code, 1, msg)
}

async function upload(token: string, side: 'front' | 'reverse'): Promise<string> {
  const body = new FormData()
  body.append('file', new Blob([Uint8Array.from(await documentImage(side))], { type: 'image/jpeg' }), 'a.jpg')
  const answer = await fetch(`${users.app.address}/api/common/image_upload`, {
    method: 'POST',
    headers: { authorization: token, lang: 'en' },
    body,
  })
  const { data } = (await answer.json()) as { data: { url: string } }
  return data.url
}

/**
 * Returns an authenticator code. Each code works once, and must be later than the last one used. At any time three
 * codes are valid. The tests never use the earliest, because it may expire while it is typed.
 */
function codeOf(secret: string, stepsFromNow: number): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  return totp.generate({ timestamp: Date.now() + stepsFromNow * stepMs })
}

async function signIn(desk: Page, email: string, password: string, code: string): Promise<void> {
  await desk.getByLabel(deskEn('sign_in.email'), { exact: true }).fill(email)
  await desk.getByLabel(deskEn('sign_in.password'), { exact: true }).fill(password)
  await desk.getByLabel(deskEn('sign_in.code')).fill(code)
  await desk.getByRole('button', { name: deskEn('sign_in.submit') }).click()
}

const bothImages = () =>
  page.waitForFunction(() => {
    const pictures = [...document.querySelectorAll<HTMLImageElement>('figure img')]
    return pictures.length === 2 && pictures.every((picture) => picture.complete && picture.naturalWidth > 0)
  })

describe('the operator console with the real server', () => {
  test('refuses a wrong code and accepts a right one', async () => {
    await signIn(page, owner.email, owner.password, '000000')
    await page.getByText(serverEn('reason.wrong_credentials')).waitFor()
    await signIn(page, owner.email, owner.password, codeOf(owner.secret, 0))
    await page.getByRole('heading', { name: deskEn('nav.identity') }).waitFor()
    await page.getByRole('link', { name: 'Identity checks 2 waiting' }).waitFor()
  })

  test('approves an identity with its images visible', async () => {
    await page.getByRole('link', { name: deskEn('identity.start') }).click()
    await page.getByText('Ann Lee').waitFor()
    await page.getByText(deskEn('check.same_document', { count: 1 })).waitFor()
    await bothImages()
    await page.locator('button[aria-keyshortcuts=A]:enabled').waitFor()
    await page.keyboard.press('a')
    await page.getByRole('alertdialog').waitFor()
    await pressInOverlay(page, 'Enter')
    await page.getByText('Bo Chan').waitFor()
    const { data } = await users.ask('/api/user_real/center', { token: ann.token })
    assert.equal(data.review_status, 2)
  })

  test('rejects the next identity, and the user reads the remark', async () => {
    await bothImages()
    await page.keyboard.press('r')
    const form = page.getByRole('alertdialog')
    await form.getByRole('button', { name: /does not match the document/ }).click()
    await form.getByRole('button', { name: deskEn('check.refuse') }).click()
    await page.getByText(deskEn('identity.empty.waiting'), { exact: true }).waitFor()
    await titleIs(page, pageTitle('identity.title'))
    const { data } = await users.ask('/api/user_real/center', { token: bo.token })
    assert.deepEqual([data.review_status, data.remark], [0, deskEn('remark.mismatch')])
    await page.getByRole('tab', { name: deskEn('identity.tab.refused') }).click()
    await page.getByRole('link', { name: 'Bo Chan' }).click()
    await page.getByText(owner.email).nth(1).waitFor()
  })

  test('shows a new check without a reload', async () => {
    await page.getByRole('link', { name: startingWith(deskEn('identity.title')) }).click()
    await page.getByText(deskEn('identity.empty.waiting'), { exact: true }).waitFor()
    await submitIdentity(bo, 'Bo Chan', 'B765432(1)')
    await page.getByRole('link', { name: 'Bo Chan' }).click()
    await page.getByText(deskEn('check.earlier', { count: 1 })).waitFor()
  })

  test('changes a setting', async () => {
    await page.getByRole('link', { name: deskEn('nav.settings') }).click()
    await page.getByLabel(deskEn('settings.value', { key: 'is_show_mobile' })).selectOption('0')
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: deskEn('settings.confirm.submit') })
      .click()
    await page.getByText(serverEn('done.saved'), { exact: true }).waitFor()
    const { data } = await users.ask('/api/default/setting?key=is_show_mobile')
    assert.equal(data, 0)
  })

  test('publishes news with a picture, which users then read', async () => {
    await page.getByRole('link', { name: deskEn('nav.pictures') }).click()
    const file = { name: 'a.jpg', mimeType: 'image/jpeg', buffer: await documentImage('front') }
    await page.getByLabel(deskEn('pictures.upload')).setInputFiles(file)
    await page.getByText(deskEn('pictures.size', { width: 800, height: 504 })).waitFor()
    await page.getByRole('link', { name: deskEn('nav.news') }).click()
    await page.getByRole('button', { name: deskEn('articles.new') }).click()
    await page.getByLabel(deskEn('article.title'), { exact: true }).fill('Trading hours in March')
    await page.getByLabel(deskEn('article.body'), { exact: true }).fill('The clocks change on **Sunday**.')
    await page.getByRole('button', { name: deskEn('article.insert_picture') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Choose the picture/ })
      .click()
    await page.keyboard.type('A clock')
    await page.waitForFunction(
      (alt) => document.querySelector<HTMLImageElement>(`article img[alt="${alt}"]`)?.naturalWidth === 800,
      'A clock',
    )
    await page.keyboard.press('Control+s')
    await page.getByRole('heading', { name: 'Trading hours in March' }).waitFor()
    await page.getByRole('button', { name: deskEn('article.publish'), exact: true }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: deskEn('article.publish') })
      .click()
    await page.getByText(deskEn('article.history.published', { edition: 1 })).waitFor()
    const { data } = await users.ask('/api/news/list')
    assert.equal(data.data[0].title, 'Trading hours in March')
    const { data: news } = await users.ask(`/api/news/info?id=${data.data[0].id}`)
    assert.match(
      news.content,
      /<strong>Sunday<\/strong>.*<img src="\/content\/pictures\/\w{32}\.jpg" alt="A clock"/s,
    )
  })

  test('adds an operator, who sets up a second factor and signs in with a recovery code', async () => {
    await page.getByRole('link', { name: deskEn('nav.operators') }).click()
    await page.getByRole('button', { name: deskEn('operators.add') }).click()
    const form = page.getByRole('alertdialog')
    await form.getByLabel(deskEn('sign_in.email')).fill('cleo@example.com')
    await form.getByLabel(deskEn('operators.column.role')).selectOption('compliance')
    await form.getByLabel(deskEn('code.label')).fill(codeOf(owner.secret, 1))
    await form.getByRole('button', { name: deskEn('operators.add.submit') }).click()
    const password = await page.getByRole('alertdialog').locator('code').textContent()
    await page.getByRole('button', { name: deskEn('operators.password.done') }).click()
    await page
      .locator('tbody tr')
      .filter({ hasText: 'cleo@example.com' })
      .getByText(deskEn('operators.not_enrolled'))
      .waitFor()

    const second = await openDesk()
    await signIn(second, 'cleo@example.com', password ?? '', '')
    await second.getByRole('heading', { name: deskEn('enrol.title') }).waitFor()
    const secret = ((await second.locator('code').textContent()) ?? '').replaceAll(' ', '')
    await second.getByLabel(deskEn('enrol.code')).fill(codeOf(secret, 0))
    await second.getByLabel(deskEn('password.new'), { exact: true }).fill('quiet heron 44')
    await second.getByLabel(deskEn('password.again')).fill('quiet heron 44')
    await second.getByRole('button', { name: deskEn('enrol.submit') }).click()
    const list = second.getByRole('list', { name: deskEn('codes.list') })
    await list.waitFor()
    const codes = await list.getByRole('listitem').allTextContents()
    assert.equal(codes.length, 10)
    await second.getByLabel(deskEn('codes.stored')).check()
    await second.getByRole('button', { name: deskEn('codes.go_on') }).click()
    await second.getByRole('heading', { name: deskEn('nav.identity') }).waitFor()
    await second.getByRole('button', { name: deskEn('nav.sign_out') }).click()
    await second.getByText(deskEn('sign_in.ended.left')).waitFor()
    await signIn(second, 'cleo@example.com', 'quiet heron 44', codes[3] ?? '')
    await second.getByRole('link', { name: 'Bo Chan' }).waitFor()
  })

  test('records everything in the audit log', async () => {
    await page.getByRole('link', { name: deskEn('nav.audit') }).click()
    for (const words of [
      deskEn('audit.action.signed_out'),
      deskEn('audit.action.enrolled'),
      deskEn('audit.action.operator_created'),
      deskEn('audit.action.setting_changed'),
    ])
      await page.getByText(words, { exact: true }).first().waitFor()
    await page.getByText('1 → 0').waitFor()
  })

  test('shows the sign-in after the server has ended the session', async () => {
    const token = await page.evaluate(() => sessionStorage.getItem('openlot.desk_session') ?? '')
    await users.ask('/desk/api/sign_out', { token, json: {} })
    await page.getByText(deskEn('sign_in.ended.over')).waitFor()
    assert.equal((await users.ask('/desk/api/me', { token })).code, 999)
  })
})
