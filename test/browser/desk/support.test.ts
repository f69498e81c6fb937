import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { DeskSupportMessage, DeskSupportThread } from '#contract/desk/support.ts'
import { no, ok } from '#test/browser/desk/fake-answers.ts'
import type { FakeDesk } from '#test/browser/desk/fake-desk.ts'
import {
  exampleCanned,
  exampleFigures,
  exampleMessages,
  exampleOrder,
  exampleThreads,
  exampleUser,
  type FakeSupport,
} from '#test/browser/desk/fake-support.ts'
import { pathOf, setUpDesks } from '#test/browser/desk/open-desk.ts'
import { waitForToast } from '#test/browser/toasts.ts'
import { deskEn, serverEn } from '#test/browser/words.ts'
import { someMessage, someThread } from '#test/desk/support-fixtures.ts'
import { eventually } from '#test/eventually.ts'

const open = setUpDesks()

const support = (): Partial<FakeSupport> => ({
  ...{ threads: exampleThreads(), messages: { 1: exampleMessages, 4: [someMessage(1), ofBen(2)] } },
  ...{ user: exampleUser, canned: exampleCanned, figures: exampleFigures, order: exampleOrder },
})
const ben = 'bartholomew.featherstonehaugh@example.com'
const ofBen = (number: number) => someMessage(number, { author: 'desk', operator: ben, text: 'Hello' })

const rows = (page: Page) => page.locator('tbody tr')
const names = (page: Page) => rows(page).locator('td:first-child a').allTextContents()
const log = (page: Page) => page.getByRole('log')
const field = (page: Page) => page.getByLabel(deskEn('support.answer.label'))
const button = (page: Page, key: Parameters<typeof deskEn>[0]) =>
  page.getByRole('button', { name: deskEn(key), exact: true })
const dialogButton = (page: Page, key: Parameters<typeof deskEn>[0]) =>
  page.getByRole('alertdialog').getByRole('button', { name: deskEn(key), exact: true })

async function namesAre(page: Page, wanted: readonly string[]): Promise<void> {
  await eventually(async () => (await names(page)).join() === wanted.join())
}

/** Lets the page draw what it has received, while its clock stands still. */
const draw = (page: Page) => page.clock.runFor(50)

async function showPage(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}

/** Stores the change of a thread, and pushes it once the socket is open. */
async function tell(desk: FakeDesk, thread: DeskSupportThread, ...messages: readonly DeskSupportMessage[]) {
  const { support, live } = desk
  support.threads = [...support.threads.filter(({ id }) => id !== thread.id), thread]
  const before = support.messages[thread.id] ?? []
  support.messages = { ...support.messages, [thread.id]: [...before, ...messages] }
  await eventually(live.isUp)
  live.pushThread(thread, ...messages)
}

describe('the inbox of support', () => {
  test('lists threads by their wait, changes live, and holds still under the pointer', async () => {
    const { page, desk } = await open('/desk/support', {
      role: 'support',
      support: support(),
      stillClock: true,
    })
    await rows(page).nth(3).waitFor()
    assert.deepEqual(await names(page), ['30481277', '88120045', 'Visitor 3', '51900362'])
    assert.deepEqual(await rows(page).first().locator('td').allTextContents(), [
      ...['30481277', '2 hours', `2${deskEn('support.unread', { count: 2 })}`],
      ...['English', deskEn('support.unassigned'), '12 minutes'],
    ])
    await page
      .getByRole('link', { name: `${deskEn('nav.support')} ${deskEn('nav.waiting', { count: 3 })}` })
      .waitFor()
    await page.mouse.move(5, 5)
    // The stop of the clock may have ended the first connection.
    await eventually(async () => {
      await draw(page)
      return desk.live.isUp()
    })
    const newest = someThread({ id: 6, uid: '90000001', waiting_since: '2026-03-05T12:00:00.000Z' })
    await tell(desk, newest, someMessage(1))
    await eventually(() => desk.requestsTo('support/mark').length === 1)
    assert.deepEqual(desk.requestsTo('support/mark')[0]?.input, { id: 6, delivered: 1 })
    await draw(page)
    await namesAre(page, ['30481277', '88120045', 'Visitor 3', '90000001', '51900362'])
    // An answered thread would move to the end, but not while the pointer is on the list.
    await rows(page).nth(1).hover()
    await tell(desk, someThread({ id: 1, waiting_since: null, unread: 0, assigned_to: 'ben@example.com' }))
    await eventually(async () => {
      await draw(page)
      return (await rows(page).first().textContent())?.includes('ben@example.com') === true
    })
    assert.equal((await names(page))[0], '30481277')
    await page.clock.runFor(3_000)
    await namesAre(page, ['88120045', 'Visitor 3', '90000001', '30481277', '51900362'])
    // The row has just come under the pointer.
    await page.mouse.down()
    await page.mouse.up()
    assert.equal(pathOf(page), '/desk/support')
    await page.clock.runFor(1_000)
    await rows(page).nth(1).click()
    await page.waitForURL('**/desk/support/3')
  })

  test('has tabs for the own and the closed threads, and is read again after a lost connection', async () => {
    const mine = someThread({ id: 7, uid: '70000007', assigned_to: 'anna@example.com' })
    const { page, desk } = await open('/desk/support', {
      ...{ role: 'owner', support: { ...support(), threads: [...exampleThreads(), mine] } },
    })
    await page.getByRole('tab', { name: deskEn('support.tab.mine') }).click()
    await namesAre(page, ['70000007'])
    await page.getByRole('tab', { name: deskEn('support.tab.closed') }).click()
    await namesAre(page, ['71113338'])
    const { t: _, ...input } = desk.requestsTo('support/inbox').at(-1)?.input ?? {}
    assert.deepEqual(input, {
      state: 'closed',
      mine: '0',
      page: '1',
    })
    desk.live.go()
    await page.getByText(deskEn('support.live.down')).waitFor()
    desk.support.threads = [someThread({ id: 9, uid: '90000009', state: 'closed', waiting_since: null })]
    desk.live.come()
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await namesAre(page, ['90000009'])
    await page.getByText(deskEn('support.live.down')).waitFor({ state: 'detached' })
  })

  test('finds a message, leads to it, and comes back to the results', async () => {
    const long = Array.from({ length: 120 }, (_, at) => someMessage(at + 1, { text: `Line ${at + 1}.` }))
    const thread = someThread({ id: 8, uid: '80000008', last_number: 120 })
    const { page, desk } = await open('/desk/support', {
      ...{ role: 'support', support: { ...support(), threads: [thread], messages: { 8: long } } },
    })
    await page
      .getByRole('searchbox')
      .or(page.getByLabel(deskEn('support.search')))
      .first()
      .fill('line 60.')
    await page.keyboard.press('Enter')
    await rows(page).getByText('80000008').click()
    await page.waitForURL('**/desk/support/8?at=60')
    const found = log(page).locator('[aria-current]')
    await found.getByText('Line 60.').waitFor()
    assert.equal(await log(page).locator('li[data-number]').count(), 50)
    await button(page, 'support.newer').click()
    await log(page).getByText('Line 100.').waitFor()
    // Older messages are read near the top, and do not move those on screen.
    const oldest = log(page).locator('[data-number="31"]')
    const placeOf = async () => Math.round((await oldest.boundingBox())?.y ?? 0)
    const { promise: placed, resolve: place } = Promise.withResolvers<void>()
    desk.answer('support/messages', async () => {
      await placed
      return ok({ data: long.slice(0, 30), thread })
    })
    await oldest.evaluate((line) => line.scrollIntoView())
    await eventually(() => desk.requestsTo('support/messages').at(-1)?.input['before'] === '31')
    const before = await placeOf()
    place()
    await log(page).getByText('Line 1.', { exact: true }).waitFor({ state: 'attached' })
    assert.ok(Math.abs((await placeOf()) - before) < 60)
    await page.goBack()
    await rows(page).getByText('80000008').waitFor()
    assert.doesNotMatch(page.url(), /line/)
  })

  test('is not there for other roles', async () => {
    const { page, desk } = await open('/desk/support', { role: 'viewer', support: support() })
    await page.getByText(deskEn('desk.not_found.title')).waitFor()
    assert.equal(await page.getByRole('link', { name: deskEn('nav.support') }).count(), 0)
    assert.equal(desk.live.logins(), 0)
  })
})

describe('a support thread', () => {
  test('has its messages, the order with its receipt, and the user; it is read only while visible', async () => {
    const { page, desk } = await open('/desk/support/1', { role: 'support', support: support() })
    await log(page).getByText('Why was my stop loss filled').waitFor()
    const side = page.getByRole('complementary', { name: deskEn('support.user') })
    await side.filter({ hasText: /10\s250\.00/ }).waitFor()
    assert.equal(desk.requestsTo('support/order').length, 0)
    await button(page, 'support.order.show').click()
    await log(page).getByText(deskEn('support.rule.stop_loss_reached')).waitFor()
    await button(page, 'support.to_end').click()
    assert.equal(desk.requestsTo('support/order')[0]?.input['number'], '1')
    await log(page).getByRole('img').waitFor()
    await log(page)
      .getByRole('button', { name: /^Enlarge/ })
      .click()
    await page.locator('dialog[open] img').waitFor()
    await page.keyboard.press('Escape')
    desk.live.push({ typing: { id: 1, by: 'user' } })
    await log(page)
      .getByText(deskEn('support.typing', { user: '30481277' }))
      .waitFor()
    const thread = someThread({ id: 1, last_number: 5, desk_delivered: 4, desk_read: 4 })
    await tell(desk, thread, someMessage(5, { text: 'Are you there?' }))
    desk.live.pushThread(thread, someMessage(4), someMessage(5))
    await log(page).getByText('Are you there?').waitFor()
    assert.equal(await log(page).locator('li[data-number]').count(), 5)
    const marked = () => desk.requestsTo('support/mark').at(-1)?.input
    await eventually(() => marked()?.['read'] === 5)
    await showPage(page, 'hidden')
    await tell(desk, { ...thread, last_number: 6, desk_delivered: 5, desk_read: 5 }, someMessage(6))
    await eventually(() => marked()?.['delivered'] === 6)
    assert.deepEqual(marked(), { id: 1, delivered: 6, read: 5 })
    await showPage(page, 'visible')
    await eventually(() => marked()?.['read'] === 6)
  })

  test('is answered, also from a prepared answer; the same key is sent until the server has taken it', async () => {
    const { page, desk } = await open('/desk/support/2', { role: 'support', support: support() })
    await button(page, 'canned.insert').click()
    const picker = page.getByRole('region', { name: deskEn('canned.insert') })
    await picker.getByRole('listitem').first().getByText('服務時間').waitFor()
    await picker.getByLabel(deskEn('canned.filter')).fill('hour')
    await picker.getByRole('listitem').getByRole('button').click()
    assert.equal(await field(page).inputValue(), exampleCanned[0]?.text)
    await field(page).press('End')
    await field(page).pressSequentially(' Bye')
    assert.equal(desk.requestsTo('support/typing').length, 1)
    await page.locator('input[type=file]').setInputFiles({
      ...{ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('iVBORw0KGgoAAAAA', 'base64') },
    })
    await page
      .getByRole('list', { name: deskEn('support.draft.pictures') })
      .getByRole('img')
      .waitFor()
    desk.answer('support/answer', () => no('outcome_unknown', 'We do not know yet.'))
    await button(page, 'support.answer.send').click()
    await log(page).getByText(deskEn('support.unsent.delayed')).waitFor()
    assert.equal(await field(page).inputValue(), '')
    await field(page).fill('A draft')
    // The page is left without the answer, which the next one sends.
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await log(page).getByText('Bye').waitFor()
    assert.equal(await field(page).inputValue(), 'A draft')
    desk.answer('support/answer', undefined)
    await log(page).getByText(deskEn('support.mark.sent')).waitFor()
    const sent = desk.requestsTo('support/answer')
    assert.deepEqual(sent.at(-1)?.input, {
      ...{ id: 2, text: 'We answer from 9 to 17, Hong Kong time. Bye', read: 0, images: 'f'.padEnd(32, '0') },
    })
    assert.equal(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size, 1)
  })

  test('of another operator is answered after a question, and shows why an answer was refused', async () => {
    const { page, desk } = await open('/desk/support/4', { role: 'support', support: support() })
    await field(page).fill('Let me help.')
    await field(page).press('Control+Enter')
    await page.getByText(deskEn('support.answer_anyway.text', { email: ben })).waitFor()
    assert.equal(desk.requestsTo('support/answer').length, 0)
    desk.answer('support/answer', () => no('image_unknown', 'Upload the picture again.'))
    await dialogButton(page, 'support.answer_anyway.submit').click()
    await log(page)
      .getByText(deskEn('support.unsent.refused', { reason: 'Upload the picture again.' }))
      .waitFor()
    await button(page, 'support.unsent.edit').click()
    assert.equal(await field(page).inputValue(), 'Let me help.')
    desk.answer('support/answer', undefined)
    await button(page, 'support.answer.send').click()
    await log(page).locator('[data-number="3"]').getByText('Let me help.').waitFor()
    assert.equal(await page.getByRole('alertdialog').count(), 0)
    await tell(desk, someThread({ id: 4, assigned_to: ben, last_number: 3, user_delivered: 3, user_read: 2 }))
    await log(page).locator('[data-number="3"]').getByText(deskEn('support.mark.delivered')).waitFor()
    await log(page).locator('[data-number="2"]').getByText(deskEn('support.mark.read')).waitFor()
  })

  test('is assigned, taken over with the name of who has it, closed, exported, and left for the next', async () => {
    const { page, desk } = await open('/desk/support/1', { role: 'support', support: support() })
    desk.answer('support/assign', () => no('support_assigned', serverEn('reason.support_assigned')))
    await button(page, 'support.assign').click()
    await tell(desk, someThread({ id: 1, assigned_to: ben, last_number: 4 }))
    await page.getByText(deskEn('support.take_over.text', { email: ben })).waitFor()
    desk.answer('support/assign', undefined)
    await dialogButton(page, 'support.take_over').click()
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    assert.deepEqual(desk.requestsTo('support/assign').at(-1)?.input, { id: 1, take_over: 1 })
    const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'support.export').click()])
    assert.equal(file.suggestedFilename(), 'support-1.json')
    await button(page, 'support.close').click()
    await dialogButton(page, 'support.close').click()
    await page.getByText(deskEn('support.closed.text')).waitFor()
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    await page.keyboard.press('n')
    await page.waitForURL('**/desk/support/2')
    desk.live.push({ gone: 2 })
    await page.getByText(deskEn('support.chat.gone')).waitFor()
  })
})

test('prepared answers are added, changed with a merge of a newer one, and removed', async () => {
  const { page, desk } = await open('/desk/support/answers', { role: 'support', support: support() })
  await button(page, 'canned.add').click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel(deskEn('canned.column.title')).fill('Bank')
  await dialogButton(page, 'canned.save').click()
  await dialog.getByText(deskEn('canned.fault.missing')).waitFor()
  await dialog.getByLabel(deskEn('canned.column.text')).fill('Within a day.')
  await dialogButton(page, 'canned.save').click()
  await rows(page).getByText('Within a day.').waitFor()
  await page.getByRole('button', { name: deskEn('canned.change_of', { title: 'Zeiten' }) }).click()
  await dialog.getByLabel(deskEn('canned.column.text')).fill('Mein Text')
  desk.support.canned = desk.support.canned.map((answer) =>
    answer.title === 'Zeiten' ? { ...answer, title: 'Uhrzeiten', revision: 2 } : answer,
  )
  await dialogButton(page, 'canned.save').click()
  await dialog.getByText(deskEn('desk.merged')).waitFor()
  await dialogButton(page, 'canned.save').click()
  await dialog.waitFor({ state: 'detached' })
  assert.deepEqual(desk.requestsTo('support/save_canned').at(-1)?.input, {
    ...{ id: 3, revision: 2, language: 'de', title: 'Uhrzeiten', text: 'Mein Text' },
  })
  await page.getByRole('button', { name: deskEn('canned.remove_of', { title: 'Bank' }) }).click()
  await dialogButton(page, 'canned.remove').click()
  await waitForToast(page, serverEn('done.saved'))
  await rows(page).getByText('Within a day.').waitFor({ state: 'detached' })
})

test('answer times are shown in readable durations, for all and for each operator', async () => {
  const { page, desk } = await open('/desk/support/figures', { role: 'support', support: support() })
  await rows(page).nth(2).waitFor()
  assert.deepEqual(await rows(page).first().locator('td').allTextContents(), [
    ...[deskEn('figures.all'), '39', '3 min 4 s', '21 min 0 s', '36', '1 h 31 min', '1 d 2 h'],
  ])
  const { from, to } = desk.requestsTo('support/figures')[0]?.input ?? {}
  assert.equal(Number(to) - Number(from), 7 * 86_400_000)
  await page.getByLabel(deskEn('figures.period')).selectOption('dates')
  await page.getByLabel(deskEn('figures.from'), { exact: true }).fill('2026-03-01')
  await page.getByLabel(deskEn('figures.to'), { exact: true }).fill('2026-03-02')
  await rows(page).first().waitFor()
  const last = desk.requestsTo('support/figures').at(-1)?.input ?? {}
  assert.equal(Number(last['to']) - Number(last['from']), 2 * 86_400_000)
})
