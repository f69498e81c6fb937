import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { no } from '#test/browser/desk/fake-answers.ts'
import { evidence, evidenceHash, exampleComplaint, overdueSince } from '#test/browser/desk/fake-complaints.ts'
import { pathOf, setUpDesks } from '#test/browser/desk/open-desk.ts'
import { downloadedText } from '#test/browser/downloaded-text.ts'
import { assertInert, hostileMarkdown } from '#test/browser/hostile-texts.ts'
import { shownToasts, waitForToast } from '#test/browser/toasts.ts'
import { deskEn, serverEn } from '#test/browser/words.ts'

const open = setUpDesks()

const rows = (page: Page) => page.locator('tbody tr')
const heading = (page: Page, id: number) =>
  page.getByRole('heading', { name: deskEn('complaint.title', { number: exampleComplaint(id).number }) })
const field = (page: Page) => page.getByLabel(deskEn('complaint.answer.label'))
const submit = (page: Page) =>
  page
    .locator('main')
    .getByRole('button', { name: deskEn('complaint.answer.submit') })
    .click()
const confirm = (page: Page) =>
  page
    .getByRole('alertdialog', { name: deskEn('complaint.answer.confirm') })
    .getByRole('button', { name: deskEn('complaint.answer.submit') })
    .click()

const two = [exampleComplaint(1, { due_at: overdueSince }), exampleComplaint(2, { is_demo: 1 })]

describe('the queue of complaints', () => {
  test('has the deadlines, marks what is overdue, and counts both', async () => {
    const { page } = await open('/desk/complaints', {
      role: 'support',
      complaints: two,
      stillClock: true,
    })
    await rows(page).nth(1).waitFor()
    assert.deepEqual(await rows(page).first().locator('td').allTextContents(), [
      two[0]?.number,
      '30481277',
      'Mar 1, 2026, 16:00',
      `Mar 4, 2026, 16:00 ${deskEn('complaints.overdue')}`,
    ])
    assert.equal(await rows(page).nth(1).getByText(deskEn('complaints.overdue')).count(), 0)
    await rows(page).nth(1).getByText(deskEn('complaint.demo'), { exact: true }).waitFor()
    await page.getByText(deskEn('complaints.overdue_count', { count: 1 })).waitFor()
    await page
      .getByRole('link', { name: `${deskEn('nav.complaints')} ${deskEn('nav.waiting', { count: 2 })}` })
      .waitFor()
  })

  test('shows viewers both lists, and no complaint', async () => {
    const answered = exampleComplaint(3, { state: 'answered', answered_at: '2026-03-02T08:00:00.000Z' })
    const { page, desk } = await open('/desk/complaints', { role: 'viewer', complaints: [...two, answered] })
    await page.getByText(deskEn('complaints.viewer')).waitFor()
    await rows(page).first().click()
    assert.equal(pathOf(page), '/desk/complaints')
    await page.getByRole('tab', { name: deskEn('complaints.state.answered') }).click()
    await rows(page).getByText('Mar 2, 2026, 16:00').waitFor()
    assert.equal(desk.requestsTo('complaints/queue').at(-1)?.input['state'], 'answered')
    await page.goto(`${page.url().replace(/\?.*/, '')}/1`)
    await page.getByText(deskEn('desk.not_found.title')).waitFor()
    assert.equal(desk.requestsTo('complaints/details').length, 0)
  })
})

describe('a complaint', () => {
  test('is answered after a confirmation, and the next one opens', async () => {
    const { page, desk } = await open('/desk/complaints', { role: 'compliance', complaints: two })
    await page.getByRole('link', { name: deskEn('complaints.start') }).click()
    await heading(page, 1).waitFor()
    for (const text of ['I ask you to check the quote.', '#12 #15', '#46'])
      assert.ok((await page.locator('main').textContent())?.includes(text), text)
    await submit(page)
    await page.getByText(deskEn('complaint.answer.missing')).waitFor()
    await field(page).fill(' We have checked the quote. ')
    await submit(page)
    await page.getByText(deskEn('complaint.answer.confirm_text', { uid: '30481277' })).waitFor()
    assert.equal(desk.requestsTo('complaints/answer').length, 0)
    await confirm(page)
    await heading(page, 2).waitFor()
    assert.deepEqual(await shownToasts(page), [
      deskEn('complaint.answer.sent', { number: exampleComplaint(1).number }),
    ])
    assert.deepEqual(desk.requestsTo('complaints/answer')[0]?.input, {
      id: 1,
      answer: 'We have checked the quote.',
    })
    assert.equal(await field(page).inputValue(), '')
    await page
      .getByRole('link', { name: `${deskEn('nav.complaints')} ${deskEn('nav.waiting', { count: 1 })}` })
      .waitFor()
  })

  test('promises a message to the user of a real account only', async () => {
    const { page } = await open('/desk/complaints/1', { role: 'support', complaints: two })
    await page.getByText(deskEn('complaint.answer.hint')).waitFor()
    await page.keyboard.press('n')
    await heading(page, 2).waitFor()
    await page.getByText(deskEn('complaint.answer.hint_demo')).waitFor()
    assert.equal(await page.getByText(deskEn('complaint.answer.hint')).count(), 0)
  })

  test('keeps the answer that did not arrive, and sends it again under the same key', async () => {
    const { page, desk } = await open('/desk/complaints/2', { role: 'support', complaints: two })
    await field(page).fill('We have checked the quote.')
    desk.answer('complaints/answer', () => no('outcome_unknown', 'We do not know yet.'))
    await submit(page)
    await confirm(page)
    await waitForToast(page, 'We do not know yet.')
    assert.equal(await field(page).inputValue(), 'We have checked the quote.')
    desk.answer('complaints/answer', undefined)
    await confirm(page)
    await heading(page, 1).waitFor()
    const [first, second] = desk.requestsTo('complaints/answer')
    assert.equal(first?.headers['idempotency-key'], second?.headers['idempotency-key'])
  })

  test('keeps a typed answer through a failed skip, another page and a reload, until it is sent', async () => {
    const { page, desk } = await open('/desk/complaints/1', { role: 'support', complaints: two })
    await field(page).fill('We have checked the quote.')
    await page.getByText(deskEn('complaint.answer.hint')).click()
    await field(page).blur()
    desk.answer('complaints/queue', () => no('busy', 'Try again later.'))
    await page.keyboard.press('n')
    await waitForToast(page, 'Try again later.')
    assert.equal(pathOf(page), '/desk/complaints/1')
    desk.answer('complaints/queue', undefined)
    await page.keyboard.press('n')
    await heading(page, 2).waitFor()
    assert.equal(await field(page).inputValue(), '')
    await page.goBack()
    await heading(page, 1).waitFor()
    const warnings: string[] = []
    page.on('dialog', (dialog) => {
      warnings.push(dialog.type())
      void dialog.accept()
    })
    await page.reload()
    await heading(page, 1).waitFor()
    assert.deepEqual(warnings, ['beforeunload'])
    assert.equal(await field(page).inputValue(), 'We have checked the quote.')
    await submit(page)
    await confirm(page)
    await heading(page, 2).waitFor()
    const kept = await page.evaluate(() => sessionStorage.getItem('openlot.desk_typed_answers'))
    assert.equal(kept, null)
    await page.reload()
    await heading(page, 2).waitFor()
    assert.equal(warnings.length, 1)
  })

  test('answered at another desk shows that answer, and the text that was not sent', async () => {
    const { page, desk } = await open('/desk/complaints/1', { role: 'support', complaints: two })
    await field(page).fill('My own words.')
    desk.answer('complaints/answer', () => {
      const answer = { answer: 'Theirs.', answered_by: 'ben@example.com', answered_at: overdueSince }
      desk.complaints = [exampleComplaint(1, { state: 'answered', ...answer })]
      return no('already_decided', serverEn('reason.already_decided'))
    })
    await submit(page)
    await confirm(page)
    await page.locator('main').getByText('Theirs.').waitFor()
    await page.locator('main').getByText('My own words.').waitFor()
    await page.getByText('ben@example.com').waitFor()
    assert.equal(await field(page).count(), 0)
    await page.getByRole('button', { name: deskEn('complaint.answer.discard') }).click()
    await page.locator('main').getByText('My own words.').waitFor({ state: 'detached' })
  })

  test('gives its evidence only if the file matches, and hostile texts stay texts', async () => {
    const hostile = exampleComplaint(1, {
      text: hostileMarkdown,
      ...{ state: 'answered', answer: hostileMarkdown, answered_at: overdueSince },
    })
    const { page } = await open('/desk/complaints/1', {
      ...{ role: 'support', complaints: [hostile] },
      options: { permissions: ['clipboard-read', 'clipboard-write'] },
    })
    await page.locator('code').waitFor()
    await page.getByRole('button', { name: deskEn('complaint.pack.copy') }).click()
    await page.waitForFunction(
      async (wanted) => (await navigator.clipboard.readText()) === wanted,
      evidenceHash,
    )
    await assertInert(page)
    let body = evidence.replace('12', '13')
    await page.route('**/desk/api/complaints/pack?*', (route) =>
      route.fulfill({ contentType: 'application/json', body }),
    )
    const download = page.getByRole('button', { name: deskEn('complaint.pack.download') })
    await download.click()
    await page.getByText(deskEn('complaint.pack.differs')).waitFor()
    body = evidence
    const [file] = await Promise.all([page.waitForEvent('download'), download.click()])
    assert.equal(await downloadedText(file), evidence)
    assert.equal(file.suggestedFilename(), 'evidence-C-2026-000001.json')
    await page.getByText(deskEn('complaint.pack.matches')).waitFor()
  })
})
