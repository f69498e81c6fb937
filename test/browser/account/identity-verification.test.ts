import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  type AccountPhone,
  realUser,
  setUpAccountPhones,
  token,
} from '#test/browser/account/account-phones.ts'
import {
  centerPath,
  certified,
  nothingYet,
  uploadPath,
  uploads,
  waiting,
} from '#test/browser/account/example-identity.ts'
import { aborted, type StubbedCalls } from '#test/browser/account/stub-calls.ts'
import { showPageAgain } from '#test/browser/show-page.ts'
import { shownToasts, waitForToast } from '#test/browser/toasts.ts'
import { startTouch } from '#test/browser/ui/touch.ts'
import { en, serverEn, startingWith, wildcard } from '#test/browser/words.ts'
import { makeDataDir } from '#test/process/running-server.ts'
import { photo } from '#test/uploads/pictures.ts'

declare global {
  interface Window {
    /** Object URLs that the page has revoked. */
    revoked?: string[]
  }
}

const phones = setUpAccountPhones()
const submitPath = '/api/user_real/real_name'

let jpeg: Buffer
let large: { readonly file: string; readonly remove: () => void }
before(async () => {
  jpeg = await photo({ width: 320, height: 200 })
  const { dir, remove } = makeDataDir()
  large = { file: join(dir, 'large.jpg'), remove }
  writeFileSync(large.file, Buffer.concat([jpeg, Buffer.alloc(10 * 1024 * 1024)]))
})
after(() => large.remove())

const open = (calls: StubbedCalls = {}, phoneOptions = {}): Promise<AccountPhone> =>
  phones.open('/mine/auth', { [centerPath]: nothingYet, [uploadPath]: uploads(), ...calls }, phoneOptions)

type Picture = 'front' | 'back'
const side = (page: Page, name: Picture) => page.locator('main').getByLabel(startingWith(en(`auth.${name}`)))
const chooseFile = (page: Page, name: Picture, buffer: Buffer = jpeg, file = 'id.jpg') =>
  side(page, name).setInputFiles({ name: file, mimeType: 'image/jpeg', buffer })
const submitIdentity = (page: Page) => page.getByRole('button', { name: en('auth.submit') }).tap()
const previews = (page: Page) => page.locator('main img')

describe('the identity form', () => {
  test('reports each missing field and focuses the first', async () => {
    const { page, made } = await open()
    await submitIdentity(page)
    await page.getByText(en('auth.name.required')).waitFor()
    await page.getByText(en('auth.card_id.required')).waitFor()
    assert.equal(await page.getByText(en('auth.sides.required')).count(), 2)
    await page.waitForFunction(() => document.activeElement?.getAttribute('autocomplete') === 'name')
    await page.getByLabel(en('auth.name')).fill('Lee Min')
    assert.equal(await page.getByText(en('auth.name.required')).count(), 0)
    assert.equal(made(submitPath).length, 0)
  })

  test('submits once, with the URLs of both images, and waits', async () => {
    const { page, calls, made } = await open({ [submitPath]: { review_status: 1 } })
    await page.getByLabel(en('auth.name')).fill(' Lee Min ')
    await page.getByLabel(en('auth.card_id')).fill('K1234567')
    await chooseFile(page, 'front')
    await chooseFile(page, 'back')
    await page.getByText(en('auth.picture.uploaded'), { exact: true }).nth(1).waitFor()
    calls[centerPath] = waiting
    calls['/api/user/info'] = { ...realUser, review_status: 1 }
    await submitIdentity(page)
    await page.getByText(en('auth.waiting.text')).waitFor()
    assert.deepEqual(made(submitPath)[0]?.postDataJSON(), {
      name: 'Lee Min',
      card_id: 'K1234567',
      front_pic: '/api/common/image?name=picture-1',
      reverse_pic: '/api/common/image?name=picture-2',
    })
    assert.equal(made(submitPath).length, 1)
    assert.equal(made('/api/user/info').length, 2)
  })

  test('keeps the input after a refusal, and marks the field concerned', async () => {
    const refused = { refused: 'Please check “card_id”.', reason: 'invalid_input', field: 'card_id' }
    const { page, calls } = await open({ [submitPath]: refused })
    await page.getByLabel(en('auth.name')).fill('Lee Min')
    await page.getByLabel(en('auth.card_id')).fill('K1')
    await chooseFile(page, 'front')
    await chooseFile(page, 'back')
    await page.getByText(en('auth.picture.uploaded'), { exact: true }).nth(1).waitFor()
    await submitIdentity(page)
    await page.locator('[data-field=cardId]').getByText(en('auth.field.refused')).waitFor()
    assert.deepEqual(await shownToasts(page), [])
    assert.equal(await page.getByLabel(en('auth.name')).inputValue(), 'Lee Min')
    assert.equal(await previews(page).count(), 2)
    await page.getByLabel(en('auth.card_id')).fill('K12')
    assert.equal(await page.getByText(en('auth.field.refused')).count(), 0)
    calls[submitPath] = { refused: 'In a moment.', reason: 'busy' }
    await submitIdentity(page)
    await waitForToast(page, 'In a moment.')
  })

  test('can be submitted again after an unexpected error', async () => {
    const { page } = await open({}, { allowConsoleErrors: true })
    await page.getByLabel(en('auth.name')).fill('Lee Min')
    await page.getByLabel(en('auth.card_id')).fill('K1234567')
    await chooseFile(page, 'front')
    await chooseFile(page, 'back')
    await page.getByText(en('auth.picture.uploaded'), { exact: true }).nth(1).waitFor()
    await page.evaluate(() => {
      const { stringify } = JSON
      JSON.stringify = (value: object) => {
        if ('card_id' in value) throw new RangeError('unexpected')
        return stringify(value)
      }
    })
    const failed = page.waitForEvent('pageerror')
    await submitIdentity(page)
    await failed
    await page.locator('button[type=submit][aria-busy=true]').waitFor({ state: 'detached' })
  })

  test('shows why the previous submission was rejected', async () => {
    const remark = 'The back of the document is not readable.'
    const { page } = await open({ [centerPath]: { ...nothingYet, name: 'Lee Min', remark } })
    await page.getByText(en('auth.refused')).waitFor()
    await page.getByText(remark).waitFor()
    assert.equal(await page.getByLabel(en('auth.name')).inputValue(), 'Lee Min')
  })
})

describe('a document image', () => {
  test('is uploaded as a call, previewed locally, and released on removal', async () => {
    const { page, made } = await open()
    await page.evaluate(() => {
      window.revoked = []
      const revoke = URL.revokeObjectURL
      URL.revokeObjectURL = (address) => {
        window.revoked?.push(address)
        revoke.call(URL, address)
      }
    })
    await chooseFile(page, 'front')
    await page.getByText(en('auth.picture.uploaded'), { exact: true }).waitFor()
    const [request] = made(uploadPath)
    const headers = request?.headers() ?? {}
    assert.deepEqual([request?.method(), headers['authorization'], headers['lang']], ['POST', token, 'en'])
    assert.match(headers['idempotency-key'] ?? '', /^[0-9a-f]{32}$/)
    assert.match(headers['content-type'] ?? '', /^multipart\/form-data; boundary=/)
    assert.match(request?.postDataBuffer()?.toString('latin1') ?? '', /name="file"; filename="id\.jpg"/)
    const shown = (await previews(page).getAttribute('src')) ?? ''
    assert.match(shown, /^blob:/)
    assert.equal(await previews(page).evaluate((image: HTMLImageElement) => image.naturalWidth), 320)
    await page.getByRole('button', { name: startingWith(en('auth.picture.remove')) }).tap()
    assert.equal(await previews(page).count(), 0)
    assert.deepEqual(await page.evaluate(() => window.revoked), [shown])
  })

  test('shows upload progress, and can be cancelled', async () => {
    const { page } = await open({ [uploadPath]: () => new Promise(() => undefined) })
    await chooseFile(page, 'front')
    await page.getByText(en('auth.picture.uploading')).waitFor()
    await page.getByRole('progressbar', { name: en('auth.picture.uploading') }).waitFor()
    await submitIdentity(page)
    await page.getByText(en('auth.sides.uploading')).waitFor()
    assert.equal(await page.locator('.text-danger').getByText(en('auth.sides.uploading')).count(), 0)
    await page.getByRole('button', { name: startingWith(en('auth.picture.cancel')) }).tap()
    assert.equal(await previews(page).count(), 0)
    assert.deepEqual(await shownToasts(page), [])
    assert.equal(await page.getByText(wildcard(en('transport.failed', { code: '*' }))).count(), 0)
  })

  const failures: readonly (readonly [string, unknown, string])[] = [
    [
      'the server finds it damaged',
      { refused: serverEn('reason.image_damaged'), reason: 'image_damaged' },
      serverEn('reason.image_damaged'),
    ],
    ['the connection is lost', aborted, en('transport.failed', { code: 'ERR_NETWORK' })],
  ]
  for (const [when, answer, words] of failures) {
    test(`is cleared when ${when}, and its slot shows why`, async () => {
      const { page, calls } = await open({ [uploadPath]: answer }, { allowConsoleErrors: true })
      await chooseFile(page, 'back')
      await page.locator('[data-field=back]').getByText(words).waitFor()
      assert.equal(await previews(page).count(), 0)
      calls[uploadPath] = uploads()
      await chooseFile(page, 'back')
      await page.getByText(en('auth.picture.uploaded'), { exact: true }).waitFor()
      assert.equal(await page.getByText(words).count(), 0)
    })
  }

  test('of an unsupported type is not sent, whatever its extension', async () => {
    const { page, made } = await open()
    await chooseFile(page, 'front', Buffer.from('....ftypheic and the rest of it'))
    await page.getByText(en('auth.picture.unsupported')).waitFor()
    await side(page, 'back').setInputFiles(large.file)
    await page.getByText(en('auth.picture.too_large')).waitFor()
    // Starts with the signature of a JPEG, but is not a JPEG.
    await chooseFile(page, 'front', Buffer.concat([jpeg.subarray(0, 3), Buffer.alloc(64)]))
    await page.getByText(en('auth.picture.unreadable')).waitFor()
    assert.deepEqual([await previews(page).count(), made(uploadPath).length <= 1], [0, true])
  })

  test('ends the session when the server does not know it', async () => {
    const { page } = await open({ [uploadPath]: { ended: true } })
    await page.route(/image_upload/, (route) =>
      route.fulfill({ json: { code: 999, msg: 'Your session has ended.', data: null } }),
    )
    await chooseFile(page, 'front')
    await page.waitForURL(/\/login\?from=%2Fmine%2Fauth$/)
  })
})

describe('the pending review', () => {
  test('shows the submitted data, and the certificate after approval without a reload', async () => {
    const { page, calls, made } = await phones.open('/mine/auth', {
      [centerPath]: waiting,
      '/api/user/info': { ...realUser, review_status: 1 },
    })
    await page.getByText(en('mine.review.1')).waitFor()
    await page.getByText('Lee Min').waitFor()
    await page.getByText('••••4567').waitFor()
    assert.equal(await page.locator('[aria-current=step]').textContent(), en('auth.step.review'))
    calls[centerPath] = certified
    calls['/api/user/info'] = { ...realUser, review_status: 2 }
    const known = page.waitForRequest(/user\/info/)
    await showPageAgain(page)
    await page.getByText('Your identity is verified.').waitFor()
    await known
    assert.equal(made(centerPath).length, 2)
    await page.getByRole('link', { name: en('control.back') }).tap()
    await page.locator('[data-screen=user]').getByText(en('mine.review.2')).first().waitFor()
  })

  test('is refreshed by a pull, and a rejection returns to the form', async () => {
    const { page, calls } = await phones.open('/mine/auth', { [centerPath]: waiting })
    await page.getByText(en('mine.review.1')).waitFor()
    calls[centerPath] = { ...waiting, review_status: 0, remark: 'Too dark.' }
    const touch = await startTouch(page, [195, 300])
    await touch.moveTo([195, 520])
    await touch.end()
    await page.getByText('Too dark.').waitFor()
  })
})

test('reports a failed load, and retries', async () => {
  const { page, calls } = await open({ [centerPath]: { refused: 'Not now.' } })
  await page.getByText(en('auth.failed')).waitFor()
  calls[centerPath] = certified
  await page.getByRole('button', { name: en('app.failed.retry') }).tap()
  await page.getByText('Your identity is verified.').waitFor()
})
