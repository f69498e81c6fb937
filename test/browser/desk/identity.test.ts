import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { pollTimes } from '#desk/parts/status-poll.ts'
import { no, ok } from '#test/browser/desk/fake-answers.ts'
import { exampleCheck } from '#test/browser/desk/fake-desk.ts'
import { pageTitle, pathOf, setUpDesks, titleIs } from '#test/browser/desk/open-desk.ts'
import { pressInOverlay, waitForOverlayFocus } from '#test/browser/overlay-keys.ts'
import { endLongTimers } from '#test/browser/stubbed-phones.ts'
import { shownToasts, waitForToast } from '#test/browser/toasts.ts'
import { deskEn, serverEn, startingWith } from '#test/browser/words.ts'

const open = setUpDesks()

const many = (count: number, from = 1) => Array.from({ length: count }, (_, at) => exampleCheck(from + at))
const decided = { decided_at: '2026-03-05T09:00:00.000Z', decided_by: 'ben@example.com' }
const rowsOf = (page: Page) => page.locator('tbody tr')
const bothImages = async (page: Page) => {
  for (const name of [deskEn('picture.front_of'), deskEn('picture.reverse_of')])
    await page.getByRole('img', { name }).waitFor()
}

describe('the identity queue', () => {
  test('lists waiting checks with their age, and the exact time on hover', async () => {
    const newest = exampleCheck(4, { submitted_at: '2026-03-05T11:59:00.000Z' })
    const { page } = await open('/desk', {
      role: 'compliance',
      checks: [...many(3), newest],
      stillClock: true,
    })
    assert.equal(pathOf(page), '/desk/identity')
    await rowsOf(page).nth(3).waitFor()
    assert.equal(await rowsOf(page).count(), 4)
    assert.match((await rowsOf(page).first().textContent()) ?? '', /80001317Person 1.*16:004 hours$/)
    const time = rowsOf(page).first().locator('time').last()
    assert.equal(await time.getAttribute('title'), 'Mar 5, 2026, 16:00 (Mar 5, 2026, 08:00:00 UTC)')
    await rowsOf(page).last().getByText('1 minute').waitFor()
    await page.clock.runFor(120_000)
    await rowsOf(page).last().getByText('3 minutes').waitFor()
  })

  test('shows the queue length in the side bar, on the tab and in the title, and updates it', async () => {
    const { page, desk } = await open('/desk/identity', { role: 'compliance', checks: many(2) })
    await titleIs(page, `(2) ${pageTitle('identity.title')}`)
    desk.checks = many(3)
    await endLongTimers(page, pollTimes.everyMs)
    await page.getByRole('tab', { name: /Waiting\s*3/ }).waitFor()
    await rowsOf(page).nth(2).waitFor()
    await titleIs(page, `(3) ${pageTitle('identity.title')}`)
    await page.getByRole('link', { name: 'Identity checks 3 waiting' }).waitFor()
  })

  test('pages through the queue, with the page in the URL', async () => {
    const { page } = await open('/desk/identity', { role: 'owner', checks: many(45) })
    await page.getByText(deskEn('pager.place', { page: '1', pages: '3' })).waitFor()
    await page.getByRole('button', { name: deskEn('pager.next') }).click()
    await page.getByText('Person 21').waitFor()
    assert.equal(pathOf(page), '/desk/identity?page=2')
    await page.reload()
    await page.getByText(deskEn('pager.place', { page: '2', pages: '3' })).waitFor()
    await page.goBack()
    await page.getByText(deskEn('pager.place', { page: '1', pages: '3' })).waitFor()
  })

  test('falls back to the last page if the requested page is gone', async () => {
    const { page } = await open('/desk/identity?page=9', { role: 'owner', checks: many(25) })
    await page.getByText(deskEn('pager.place', { page: '2', pages: '2' })).waitFor()
    assert.equal(pathOf(page), '/desk/identity?page=2')
  })

  test('lists decided checks under their own tabs', async () => {
    const refused = exampleCheck(7, { ...decided, state: 'refused', remark: 'The document has expired.' })
    const { page } = await open('/desk/identity', { role: 'owner', checks: [refused] })
    await page.getByText(deskEn('identity.empty.waiting')).waitFor()
    await page.getByRole('tab', { name: deskEn('identity.tab.approved') }).click()
    await page.getByText(deskEn('identity.empty.approved')).waitFor()
    await page.getByRole('tab', { name: deskEn('identity.tab.refused') }).click()
    await rowsOf(page).first().getByText('Mar 5, 2026, 17:00').click()
    await page.getByText('The document has expired.').waitFor()
    await page.getByText('ben@example.com').waitFor()
    await bothImages(page)
    assert.equal(await page.getByRole('button', { name: deskEn('check.approve') }).count(), 0)
  })

  test('shows viewers the queue without any documents', async () => {
    const { page } = await open('/desk/identity', { role: 'viewer', checks: many(1) })
    await page.getByText(deskEn('identity.viewer')).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Person 1' }).count(), 0)
    assert.equal(await page.getByRole('link', { name: deskEn('identity.start') }).count(), 0)
    await page.goto(page.url().replace(/identity$/, 'identity/1'))
    await page.getByText(deskEn('desk.not_found.title')).waitFor()
  })

  test('reports a failed load, and retries', async () => {
    const { page, desk } = await open('/desk/account', { role: 'owner', checks: many(1) })
    desk.answer('identity/queue', () => ({ code: 500, msg: 'Please quote f-1.', data: null }))
    await page.getByRole('link', { name: startingWith(deskEn('identity.title')) }).click()
    await page.getByText('Please quote f-1.').waitFor()
    assert.deepEqual(await shownToasts(page), [])
    desk.answer('identity/queue', undefined)
    await page.getByRole('button', { name: deskEn('control.retry') }).click()
    await page.getByRole('link', { name: 'Person 1' }).waitFor()
  })
})

describe('an identity check', () => {
  test('shows the entered data, both images and the warnings', async () => {
    const check = exampleCheck(1, { name: '陳大文', same_document: 2, earlier: 1 })
    const { page, desk } = await open('/desk/identity/1', { role: 'compliance', checks: [check] })
    await bothImages(page)
    for (const words of [
      '陳大文',
      'A100001(7)',
      deskEn('check.same_document', { count: 2 }),
      deskEn('check.earlier', { count: 1 }),
    ])
      await page.getByText(words).waitFor()
    const images = desk.requestsTo('image')
    assert.deepEqual(
      images.map(({ input, headers }) => [input['name'], headers['authorization']]),
      [
        [check.front_pic, 'token-of-anna'],
        [check.reverse_pic, 'token-of-anna'],
      ],
    )
    assert.match((await page.getByRole('img').first().getAttribute('src')) ?? '', /^blob:/)
  })

  test('is approved with A and Enter, and shows the next check', async () => {
    const { page, desk } = await open('/desk/identity/1', { role: 'compliance', checks: many(2) })
    await bothImages(page)
    await page.keyboard.press('a')
    const question = page.getByRole('alertdialog', { name: deskEn('check.approve.title') })
    await question.getByText(deskEn('check.approve.text', { name: 'Person 1' })).waitFor()
    assert.equal(desk.requestsTo('identity/decide').length, 0)
    await pressInOverlay(page, 'Enter')
    await page.getByRole('heading', { name: deskEn('check.title', { id: '2' }) }).waitFor()
    const [asked] = desk.requestsTo('identity/decide')
    assert.deepEqual(asked?.input, { id: 1, approve: 1 })
    assert.match(asked?.headers['idempotency-key'] ?? '', /^[0-9a-f]{32}$/)
    await waitForToast(page, deskEn('identity.tab.approved'))
    await page.getByRole('link', { name: 'Identity checks 1 waiting' }).waitFor()
    assert.equal(await question.count(), 0)
  })

  test('is not decided by a held key or by Escape', async () => {
    const { page, desk } = await open('/desk/identity/1', { role: 'compliance', checks: many(1) })
    await bothImages(page)
    const approve = page.getByRole('button', { name: deskEn('check.approve') }).first()
    await approve.focus()
    await page.keyboard.down('Enter')
    const question = page.getByRole('alertdialog')
    await waitForOverlayFocus(page)
    await page.keyboard.down('Enter')
    await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await pressInOverlay(page, 'Escape')
    await question.waitFor({ state: 'detached' })
    assert.equal(desk.requestsTo('identity/decide').length, 0)
  })

  test('is rejected with a predefined or custom remark', async () => {
    const { page, desk } = await open('/desk/identity/1', { role: 'compliance', checks: many(1) })
    await bothImages(page)
    await page.keyboard.press('r')
    const form = page.getByRole('alertdialog', { name: deskEn('check.refuse.title') })
    await form.getByRole('button', { name: deskEn('check.refuse') }).click()
    await form.getByText(deskEn('check.refuse.missing')).waitFor()
    await form.getByRole('button', { name: /The document has expired/ }).click()
    const remark = form.getByLabel(deskEn('check.refuse.remark'))
    await remark.press('End')
    await remark.pressSequentially(' Thanks, a and r.')
    await form.getByText(/^\d+ of 500$/).waitFor()
    assert.equal(desk.requestsTo('identity/decide').length, 0)
    await form.getByRole('button', { name: deskEn('check.refuse') }).click()
    await page.getByText(deskEn('identity.empty.waiting'), { exact: true }).waitFor()
    assert.deepEqual(desk.requestsTo('identity/decide')[0]?.input, {
      id: 1,
      approve: 0,
      remark: 'The document has expired. Please use one that is still valid. Thanks, a and r.',
    })
    await waitForToast(page, deskEn('identity.tab.refused'))
  })

  test('keeps the remark when the decision fails to arrive, and retries with the same key', async () => {
    const { page, desk } = await open('/desk/identity/1', { role: 'compliance', checks: many(1) })
    await bothImages(page)
    await page.keyboard.press('r')
    const form = page.getByRole('alertdialog')
    await form.getByLabel(deskEn('check.refuse.remark')).fill('Blurred.')
    desk.answer('identity/decide', () => no('outcome_unknown', 'We do not know yet.'))
    await form.getByRole('button', { name: deskEn('check.refuse') }).click()
    await waitForToast(page, 'We do not know yet.')
    assert.equal(await form.getByLabel(deskEn('check.refuse.remark')).inputValue(), 'Blurred.')
    desk.answer('identity/decide', undefined)
    await form.getByRole('button', { name: deskEn('check.refuse') }).click()
    await form.waitFor({ state: 'detached' })
    const keys = desk.requestsTo('identity/decide').map(({ headers }) => headers['idempotency-key'])
    assert.equal(keys.length, 2)
    assert.equal(keys[0], keys[1])
  })

  test('decided by another operator moves on to the next check', async () => {
    const { page, desk } = await open('/desk/identity/1', { role: 'compliance', checks: many(3) })
    await bothImages(page)
    desk.answer('identity/decide', () => no('already_decided', serverEn('reason.already_decided')))
    desk.checks = desk.checks.map((check) => (check.id === 1 ? { ...check, state: 'approved' } : check))
    await page.keyboard.press('A')
    await pressInOverlay(page, 'Enter')
    await waitForToast(page, deskEn('check.decided_elsewhere'))
    await page.getByRole('heading', { name: deskEn('check.title', { id: '2' }) }).waitFor()
    assert.equal((await shownToasts(page)).length, 1)
  })

  test('can be skipped, and the queue starts over at its end', async () => {
    const { page } = await open('/desk/identity/1', { role: 'compliance', checks: many(2) })
    await bothImages(page)
    for (const id of [2, 1, 2]) {
      await page.keyboard.press('n')
      await page.getByRole('heading', { name: deskEn('check.title', { id }) }).waitFor()
      await bothImages(page)
    }
  })

  test('cannot be approved before both images are loaded', async () => {
    const { page, desk } = await open('/desk/identity/1', { role: 'compliance', checks: many(1) })
    await bothImages(page)
    desk.answer('image', () => no('not_found', serverEn('reason.not_found')))
    await page.reload()
    await page.getByText(deskEn('picture.failed')).first().waitFor()
    const approve = page.getByRole('button', { name: deskEn('check.approve') })
    assert.equal(await approve.isDisabled(), true)
    await page.keyboard.press('a')
    assert.equal(await page.getByRole('alertdialog').count(), 0)
    desk.answer('image', undefined)
    for (const name of [deskEn('picture.front_of'), deskEn('picture.reverse_of')]) {
      await page
        .getByRole('button', { name: deskEn('control.retry') })
        .first()
        .click()
      await page.getByRole('img', { name }).waitFor()
    }
    assert.equal(await approve.isEnabled(), true)
  })

  test('that does not exist shows a message', async () => {
    const { page } = await open('/desk/identity/77', { role: 'compliance' })
    await page.getByText(deskEn('check.failed')).waitFor()
    await page.getByText(serverEn('reason.not_found')).waitFor()
  })
})

describe('a document image', () => {
  test('opens in full size, rotates, zooms, and closes', async () => {
    const { page } = await open('/desk/identity/1', { role: 'compliance', checks: many(1) })
    await bothImages(page)
    await page.keyboard.press('f')
    const viewer = page.getByRole('dialog', { name: deskEn('picture.front_of') })
    await viewer.waitFor()
    const size = async () => {
      const box = await viewer.getByRole('img').boundingBox()
      return [Math.round(box?.width ?? 0), Math.round(box?.height ?? 0)]
    }
    const [width = 0, height = 0] = await size()
    assert.equal(width, 1280)
    await page.keyboard.press('r')
    assert.deepEqual(await size(), [width, height])
    await page.keyboard.press('+')
    await page.keyboard.press('+')
    await viewer.getByText('200 %').waitFor()
    const [wider = 0] = await size()
    assert.ok(Math.abs(wider - 2 * width) <= 40, `${wider} is about twice ${width}`)
    await page.keyboard.press('-')
    await viewer.getByText('150 %').waitFor()
    await pressInOverlay(page, 'Escape')
    await viewer.waitFor({ state: 'detached' })
    assert.equal(await page.getByRole('alertdialog').count(), 0)
  })

  test('opens in full size on a press, and zooms at the pressed point', async () => {
    const { page } = await open('/desk/identity/1', { role: 'compliance', checks: many(1) })
    await bothImages(page)
    await page.getByRole('img', { name: deskEn('picture.reverse_of') }).click()
    const viewer = page.getByRole('dialog', { name: deskEn('picture.reverse_of') })
    const pane = viewer.getByRole('region')
    await pane.click({ position: { x: 1_000, y: 500 } })
    await viewer.getByText('200 %').waitFor()
    const at = await pane.evaluate(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop])
    assert.ok((at[0] ?? 0) > 600 && (at[1] ?? 0) > 300, String(at))
    await page.mouse.move(600, 400)
    await page.mouse.down()
    await page.mouse.move(800, 500, { steps: 4 })
    await page.mouse.up()
    assert.ok((await pane.evaluate(({ scrollLeft }) => scrollLeft)) < (at[0] ?? 0) - 150)
    await viewer.getByText('200 %').waitFor()
    await viewer.getByRole('button', { name: deskEn('control.close') }).click()
    await viewer.waitFor({ state: 'detached' })
  })

  test('never appears beside the data of another user', async () => {
    const { page, desk } = await open('/desk/identity/1', { role: 'compliance', checks: many(2) })
    await bothImages(page)
    await page.getByRole('button', { name: deskEn('picture.rotate_front') }).click()
    const held = Promise.withResolvers<void>()
    desk.answer('identity/check', async () => {
      await held.promise
      return ok(exampleCheck(2))
    })
    await page.keyboard.press('n')
    await page.getByRole('heading', { name: deskEn('check.title', { id: '2' }) }).waitFor()
    assert.equal(await page.getByRole('img', { name: deskEn('picture.front_of') }).count(), 0)
    assert.equal(await page.getByText('Person 1').count(), 0)
    held.resolve()
    await bothImages(page)
    const turned = await page.getByRole('img', { name: deskEn('picture.front_of') }).getAttribute('class')
    assert.doesNotMatch(turned ?? '', /rotate-90/)
  })
})
