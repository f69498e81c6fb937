import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { encode } from 'uqr'
import { demoUser, setUpAccountPhones } from '#test/browser/account/account-phones.ts'
import { friends, invitesPath, pageOf } from '#test/browser/account/example-friends.ts'
import { shownToasts, waitForToast } from '#test/browser/toasts.ts'
import { en } from '#test/browser/words.ts'

const phones = setUpAccountPhones()
const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] }

const rowsOf = (page: Page) => page.getByRole('list', { name: en('invite.came') }).getByRole('listitem')
const linkNow = () => `${phones.address()}/register?invite_code=7KQ2M9RD`

describe('the invitation screen', () => {
  test('shows the code and the link, and copies each', async () => {
    const { page } = await phones.open('/mine/invite', { [invitesPath]: friends }, clipboard)
    await page.getByText('7KQ2 M9RD').waitFor()
    await page.getByText('register?invite_code=7KQ2M9RD').waitFor()
    for (const [name, text] of [
      [en('invite.copy_code'), '7KQ2M9RD'],
      [en('user.copy_link'), linkNow()],
    ] as const) {
      await page.getByRole('button', { name }).tap()
      await page.waitForFunction(async (wanted) => (await navigator.clipboard.readText()) === wanted, text)
      await waitForToast(page, en('mine.copied'))
    }
  })

  test('draws a QR code, dark on white with a quiet zone also in the dark theme', async () => {
    const { page } = await phones.open('/mine/invite', { [invitesPath]: friends }, { colorScheme: 'dark' })
    const picture = page.getByRole('img', { name: en('invite.qr') })
    await picture.waitFor()
    const seen = await picture.evaluate(async (svg) => {
      const size = Number(svg.getAttribute('viewBox')?.split(' ')[2])
      const image = new Image()
      const text = svg.outerHTML.replace(
        '<svg',
        '<svg xmlns="http://www.w3.org/2000/svg" width="500" height="500"',
      )
      image.src = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }))
      await image.decode()
      const canvas = new OffscreenCanvas(size, size)
      const context = canvas.getContext('2d')
      context?.drawImage(image, 0, 0, size, size)
      const { data } = context?.getImageData(0, 0, size, size) ?? { data: [] }
      return Array.from({ length: size }, (_, y) =>
        Array.from({ length: size }, (__, x) => (data[(y * size + x) * 4] ?? 0) < 128),
      )
    })
    assert.deepEqual(seen, encode(linkNow(), { ecc: 'M', border: 4 }).data)
    assert.ok(seen.slice(0, 4).every((row) => row.every((isDark) => !isDark)))
  })

  test('offers the share sheet where the phone supports it', async () => {
    const { page } = await phones.open('/mine/invite', { [invitesPath]: friends })
    await page.getByText('7KQ2 M9RD').waitFor()
    assert.equal(await page.getByRole('button', { name: en('invite.share') }).count(), 0)
    await page.addInitScript(() => {
      Object.assign(navigator, {
        canShare: () => true,
        share: async (shared: ShareData) => {
          document.title = JSON.stringify(shared)
          throw new DOMException('closed', 'AbortError')
        },
      })
    })
    await page.reload()
    await page.getByRole('button', { name: en('invite.share') }).tap()
    assert.deepEqual(JSON.parse(await page.title()), {
      title: en('app.name'),
      text: en('invite.share.text', { code: '7KQ2M9RD' }),
      url: linkNow(),
    })
    assert.deepEqual(await shownToasts(page), [])
  })

  test('lists invited friends, twenty at a time, with a total', async () => {
    const { page, made } = await phones.open('/mine/invite', { [invitesPath]: friends })
    await page.getByText('23 friends').waitFor()
    await rowsOf(page).nth(19).waitFor()
    assert.match(
      (await rowsOf(page).first().textContent()) ?? '',
      /^fr•••0@g•••\.comRegistered \W?Nov 15, 2026/,
    )
    await rowsOf(page).last().scrollIntoViewIfNeeded()
    await rowsOf(page).nth(22).waitFor()
    assert.deepEqual(made(invitesPath).map(pageOf), [1, 2])
  })

  test('shows an empty state, and reports a failed load', async () => {
    const { page, calls } = await phones.open('/mine/invite', { [invitesPath]: { refused: 'Not now.' } })
    await page.getByText(en('invite.failed')).waitFor()
    calls[invitesPath] = { data: [], total: 0 }
    await page.getByRole('button', { name: en('app.failed.retry') }).tap()
    await page.getByText(en('invite.none')).waitFor()
  })

  test('refuses demo accounts, also by URL', async () => {
    const { page } = await phones.open('/mine/invite', { '/api/user/info': demoUser })
    await page.waitForURL(/\/user$/)
    await waitForToast(page, en('app.real_only'))
  })
})
