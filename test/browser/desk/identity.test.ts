import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { exampleCheck, no, ok } from '#test/browser/desk/fake-desk.ts'
import { pathOf, takeDesks, titleIs } from '#test/browser/desk/open-desk.ts'

const open = takeDesks()

const many = (count: number, from = 1) => Array.from({ length: count }, (_, at) => exampleCheck(from + at))
const decided = { decided_at: '2026-03-05T09:00:00.000Z', decided_by: 'ben@example.com' }
const rowsOf = (page: Page) => page.locator('tbody tr')
const bothPictures = async (page: Page) => {
  for (const name of ['Front of the document', 'Back of the document'])
    await page.getByRole('img', { name }).waitFor()
}

describe('the queue', () => {
  test('lists who waits, for how long, with the exact moment for whoever points at it', async () => {
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

  test('shows how many wait in the side bar, on the tab and in the title, and grows by itself', async () => {
    const { page, desk } = await open('/desk/identity', { role: 'compliance', checks: many(2) })
    await titleIs(page, '(2) Identity checks · Openlot desk')
    desk.checks = many(3)
    await page.getByRole('tab', { name: /Waiting\s*3/ }).waitFor()
    await rowsOf(page).nth(2).waitFor()
    await titleIs(page, '(3) Identity checks · Openlot desk')
    await page.getByRole('link', { name: 'Identity checks 3 waiting' }).waitFor()
  })

  test('is turned page by page, and has its address', async () => {
    const { page } = await open('/desk/identity', { role: 'owner', checks: many(45) })
    await page.getByText('Page 1 of 3').waitFor()
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.getByText('Person 21').waitFor()
    assert.equal(pathOf(page), '/desk/identity?page=2')
    await page.reload()
    await page.getByText('Page 2 of 3').waitFor()
    await page.goBack()
    await page.getByText('Page 1 of 3').waitFor()
  })

  test('goes back to the last page there is', async () => {
    const { page } = await open('/desk/identity?page=9', { role: 'owner', checks: many(25) })
    await page.getByText('Page 2 of 2').waitFor()
    assert.equal(pathOf(page), '/desk/identity?page=2')
  })

  test('has what was decided under tabs of its own', async () => {
    const refused = exampleCheck(7, { ...decided, state: 'refused', remark: 'The document has expired.' })
    const { page } = await open('/desk/identity', { role: 'owner', checks: [refused] })
    await page.getByText('Nothing is waiting').waitFor()
    await page.getByRole('tab', { name: 'Approved' }).click()
    await page.getByText('Nothing has been approved yet').waitFor()
    await page.getByRole('tab', { name: 'Refused' }).click()
    await rowsOf(page).first().getByText('Mar 5, 2026, 17:00').click()
    await page.getByText('The document has expired.').waitFor()
    await page.getByText('ben@example.com').waitFor()
    await bothPictures(page)
    assert.equal(await page.getByRole('button', { name: 'Approve' }).count(), 0)
  })

  test('shows viewers who waits, but nobody’s documents', async () => {
    const { page } = await open('/desk/identity', { role: 'viewer', checks: many(1) })
    await page.getByText('Your role sees who waits, but not the documents.').waitFor()
    assert.equal(await page.getByRole('link', { name: 'Person 1' }).count(), 0)
    assert.equal(await page.getByRole('link', { name: 'Start with the oldest' }).count(), 0)
    await page.goto(page.url().replace(/identity$/, 'identity/1'))
    await page.getByText('There is nothing here').waitFor()
  })

  test('says when it could not be read, and tries again', async () => {
    const { page, desk } = await open('/desk/account', { role: 'owner', checks: many(1) })
    desk.answer('identity/queue', () => ({ code: 500, msg: 'Please quote f-1.', data: null }))
    await page.getByRole('link', { name: /Identity checks/ }).click()
    await page.getByText('Please quote f-1.').waitFor()
    assert.equal(await page.locator('.toast').count(), 0)
    desk.answer('identity/queue', undefined)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('link', { name: 'Person 1' }).waitFor()
  })
})

describe('a check', () => {
  test('shows what was written, both pictures, and what to beware of', async () => {
    const check = exampleCheck(1, { name: '陳大文', same_document: 2, earlier: 1 })
    const { page, desk } = await open('/desk/identity/1', { role: 'compliance', checks: [check] })
    await bothPictures(page)
    for (const words of [
      '陳大文',
      'A100001(7)',
      'The same document number was handed in from 2 other accounts.',
      'This person was refused once before.',
    ])
      await page.getByText(words).waitFor()
    const images = desk.askedFor('image')
    assert.deepEqual(
      images.map(({ input, headers }) => [input['name'], headers['authorization']]),
      [
        [check.front_pic, 'token-of-anna'],
        [check.reverse_pic, 'token-of-anna'],
      ],
    )
    assert.match((await page.getByRole('img').first().getAttribute('src')) ?? '', /^blob:/)
  })

  test('is approved by A and Enter, and the next one stands there', async () => {
    const { page, desk } = await open('/desk/identity/1', { role: 'compliance', checks: many(2) })
    await bothPictures(page)
    await page.keyboard.press('a')
    const question = page.getByRole('alertdialog', { name: 'Approve this identity?' })
    await question.getByText('Person 1 can then do everything').waitFor()
    assert.equal(desk.askedFor('identity/decide').length, 0)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Identity check 2' }).waitFor()
    const [asked] = desk.askedFor('identity/decide')
    assert.deepEqual(asked?.input, { id: 1, approve: 1 })
    assert.match(asked?.headers['idempotency-key'] ?? '', /^[0-9a-f]{32}$/)
    await page.locator('.toast').getByText('Approved').waitFor()
    await page.getByRole('link', { name: 'Identity checks 1 waiting' }).waitFor()
    assert.equal(await question.count(), 0)
  })

  test('is not decided by a key that is held, or by Escape', async () => {
    const { page, desk } = await open('/desk/identity/1', { role: 'compliance', checks: many(1) })
    await bothPictures(page)
    const approve = page.getByRole('button', { name: 'Approve' }).first()
    await approve.focus()
    await page.keyboard.down('Enter')
    const question = page.getByRole('alertdialog')
    await question.waitFor()
    await page.keyboard.down('Enter')
    await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    assert.equal(desk.askedFor('identity/decide').length, 0)
  })

  test('is refused with a remark, ready-made and one’s own', async () => {
    const { page, desk } = await open('/desk/identity/1', { role: 'compliance', checks: many(1) })
    await bothPictures(page)
    await page.keyboard.press('r')
    const form = page.getByRole('alertdialog', { name: 'Refuse this identity check' })
    await form.getByRole('button', { name: 'Refuse' }).click()
    await form.getByText('Please say why, in words the user will read.').waitFor()
    await form.getByRole('button', { name: /The document has expired/ }).click()
    const remark = form.getByLabel('Remark for the user')
    await remark.press('End')
    await remark.pressSequentially(' Thanks, a and r.')
    await form.getByText(/^\d+ of 500$/).waitFor()
    assert.equal(desk.askedFor('identity/decide').length, 0)
    await form.getByRole('button', { name: 'Refuse' }).click()
    await page.getByText('Nothing is waiting', { exact: true }).waitFor()
    assert.deepEqual(desk.askedFor('identity/decide')[0]?.input, {
      id: 1,
      approve: 0,
      remark: 'The document has expired. Please use one that is still valid. Thanks, a and r.',
    })
    await page.locator('.toast').getByText('Refused').waitFor()
  })

  test('keeps what was typed when the decision does not get through, and asks again under the same key', async () => {
    const { page, desk } = await open('/desk/identity/1', { role: 'compliance', checks: many(1) })
    await bothPictures(page)
    await page.keyboard.press('r')
    const form = page.getByRole('alertdialog')
    await form.getByLabel('Remark for the user').fill('Blurred.')
    desk.answer('identity/decide', () => no('outcome_unknown', 'We do not know yet.'))
    await form.getByRole('button', { name: 'Refuse' }).click()
    await page.locator('.toast').getByText('We do not know yet.').waitFor()
    assert.equal(await form.getByLabel('Remark for the user').inputValue(), 'Blurred.')
    desk.answer('identity/decide', undefined)
    await form.getByRole('button', { name: 'Refuse' }).click()
    await form.waitFor({ state: 'detached' })
    const keys = desk.askedFor('identity/decide').map(({ headers }) => headers['idempotency-key'])
    assert.equal(keys.length, 2)
    assert.equal(keys[0], keys[1])
  })

  test('that somebody else decided meanwhile leads on to the next', async () => {
    const { page, desk } = await open('/desk/identity/1', { role: 'compliance', checks: many(3) })
    await bothPictures(page)
    desk.answer('identity/decide', () => no('already_decided', 'This was decided in the meantime.'))
    desk.checks = desk.checks.map((check) => (check.id === 1 ? { ...check, state: 'approved' } : check))
    await page.keyboard.press('A')
    await page.keyboard.press('Enter')
    await page.locator('.toast').getByText('Somebody else decided this check in the meantime.').waitFor()
    await page.getByRole('heading', { name: 'Identity check 2' }).waitFor()
    assert.equal(await page.locator('.toast').count(), 1)
  })

  test('can be left for the next one, round and round', async () => {
    const { page } = await open('/desk/identity/1', { role: 'compliance', checks: many(2) })
    await bothPictures(page)
    for (const id of [2, 1, 2]) {
      await page.keyboard.press('n')
      await page.getByRole('heading', { name: `Identity check ${id}` }).waitFor()
      await bothPictures(page)
    }
  })

  test('cannot be approved before both pictures are seen', async () => {
    const { page, desk } = await open('/desk/identity/1', { role: 'compliance', checks: many(1) })
    await bothPictures(page)
    desk.answer('image', () => no('not_found', 'This was not found.'))
    await page.reload()
    await page.getByText('The picture could not be loaded').first().waitFor()
    const approve = page.getByRole('button', { name: 'Approve' })
    assert.equal(await approve.isDisabled(), true)
    await page.keyboard.press('a')
    assert.equal(await page.getByRole('alertdialog').count(), 0)
    desk.answer('image', undefined)
    for (const name of ['Front of the document', 'Back of the document']) {
      await page.getByRole('button', { name: 'Try again' }).first().click()
      await page.getByRole('img', { name }).waitFor()
    }
    assert.equal(await approve.isEnabled(), true)
  })

  test('that is not there says so', async () => {
    const { page } = await open('/desk/identity/77', { role: 'compliance' })
    await page.getByText('This check could not be loaded').waitFor()
    await page.getByText('This was not found.').waitFor()
  })
})

describe('a picture', () => {
  test('is enlarged, turned and zoomed, and leaves the window again', async () => {
    const { page } = await open('/desk/identity/1', { role: 'compliance', checks: many(1) })
    await bothPictures(page)
    await page.keyboard.press('f')
    const viewer = page.getByRole('dialog', { name: 'Front of the document' })
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
    await page.keyboard.press('Escape')
    await viewer.waitFor({ state: 'detached' })
    assert.equal(await page.getByRole('alertdialog').count(), 0)
  })

  test('is enlarged by a press, and enlarged further where it is pressed', async () => {
    const { page } = await open('/desk/identity/1', { role: 'compliance', checks: many(1) })
    await bothPictures(page)
    await page.getByRole('img', { name: 'Back of the document' }).click()
    const viewer = page.getByRole('dialog', { name: 'Back of the document' })
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
    await viewer.getByRole('button', { name: 'Close' }).click()
    await viewer.waitFor({ state: 'detached' })
  })

  test('of one person is never seen beside another', async () => {
    const { page, desk } = await open('/desk/identity/1', { role: 'compliance', checks: many(2) })
    await bothPictures(page)
    await page.getByRole('button', { name: 'Turn the front by 90°' }).click()
    const held = Promise.withResolvers<void>()
    desk.answer('identity/check', async () => {
      await held.promise
      return ok(exampleCheck(2))
    })
    await page.keyboard.press('n')
    await page.getByRole('heading', { name: 'Identity check 2' }).waitFor()
    assert.equal(await page.getByRole('img', { name: 'Front of the document' }).count(), 0)
    assert.equal(await page.getByText('Person 1').count(), 0)
    held.resolve()
    await bothPictures(page)
    const turned = await page.getByRole('img', { name: 'Front of the document' }).getAttribute('class')
    assert.doesNotMatch(turned ?? '', /rotate-90/)
  })
})
