// The economic calendar of the console: the list, the form of an event, and the import of a file.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DeskEvent, DeskPreviewImportAnswer } from '#contract/desk/calendar.ts'
import type { OperatorRole } from '#core/user/operator-role.ts'
import { no, ok } from '#test/browser/desk/fake-answers.ts'
import { pathOf, setUpDesks } from '#test/browser/desk/open-desk.ts'
import { assertInert, hostileNames } from '#test/browser/hostile-texts.ts'
import { shownToasts, waitForToast } from '#test/browser/toasts.ts'
import { deskEn, serverEn } from '#test/browser/words.ts'
import { eventually } from '#test/eventually.ts'
import { assertAccessible } from '#test/looks/assert-accessible.ts'
import { savePicture } from '#test/looks/save-picture.ts'

const open = setUpDesks()

const payrolls: DeskEvent = {
  ...{
    id: 7,
    time: '2026-03-06T13:30:00.000Z',
    is_all_day: 0,
    country: 'US',
    currency: 'USD',
    importance: 3,
  },
  ...{ forecast: '180K', previous: '172K', actual: '', source: 'weekly', revision: 4 },
  titles: { en: 'Non-farm payrolls', hk: '非農就業人數' },
}
const hostile: readonly DeskEvent[] = hostileNames.map((title, at) => ({
  ...{ ...payrolls, id: 20 + at, titles: { en: title }, source: '' },
  ...{ forecast: title.slice(0, 40), previous: title.slice(0, 40), actual: title.slice(0, 40) },
}))

async function openCalendar(events: readonly DeskEvent[], role: OperatorRole = 'content') {
  const opened = await open('/desk/account', { role })
  opened.desk.answer('calendar/list', () => ok({ data: events, total: events.length }))
  await opened.page.goto('/desk/calendar?month=2026-03')
  await opened.page.locator('tbody tr').first().waitFor()
  return opened
}

const preview: DeskPreviewImportAnswer = {
  ...{
    format: 'csv',
    sha256: 'a'.repeat(64),
    plan: 'b'.repeat(64),
    added: 1,
    changed: 1,
    unchanged: 0,
    faulty: 0,
  },
  file_problems: [],
  rows: [
    {
      ...{ state: 'changed', line: 3, title: 'Non-farm payrolls', time: payrolls.time, is_all_day: 0 },
      ...{ country: 'US', currency: 'USD', importance: 3, problems: [] },
      warnings: [{ field: 'time', problem: 'repeats', text: '' }],
      changes: [
        { field: 'actual', from: '', to: '201K' },
        { field: 'time', from: '2026-03-06', to: payrolls.time },
        { field: 'importance', from: '1', to: '3' },
        { field: 'title_hk', from: '就業', to: '非農就業人數' },
      ],
    },
    {
      ...{ state: 'added', line: 2, title: hostileNames[1] ?? '', time: payrolls.time, is_all_day: 1 },
      ...{ country: 'US', currency: 'USD', importance: 3, problems: [], warnings: [], changes: [] },
    },
  ],
}
const faulty: DeskPreviewImportAnswer = {
  ...{ ...preview, added: 0, changed: 0, faulty: 1 },
  rows: preview.rows.slice(0, 1).map((row) => ({
    ...{ ...row, state: 'faulty', time: '', warnings: [], changes: [] },
    problems: [{ field: 'time', problem: 'time_unreadable', text: hostileNames[0] ?? '' }],
  })),
}
const long: DeskPreviewImportAnswer = { ...preview, added: 4_999 }

describe('the calendar of the console', () => {
  test('lists a month with filters in the address; a viewer cannot change it', async () => {
    const { page, desk } = await openCalendar([payrolls, ...hostile], 'viewer')
    await page.getByText('March 2026').waitFor()
    await page.getByText('Non-farm payrolls').waitFor()
    await page.getByText('Mar 6, 2026, 21:30').first().waitFor()
    assert.equal(await page.getByRole('button', { name: deskEn('calendar.add') }).count(), 0)
    await assertInert(page)
    await assertAccessible(page, 'desk calendar')
    await savePicture(page, 'desk-calendar', { colorScheme: 'light', locale: 'en' })
    await page.getByRole('button', { name: deskEn('calendar.next_month') }).click()
    await page.getByText('April 2026').waitFor()
    await page.getByLabel(deskEn('calendar.field.currency')).fill('usd')
    await page.getByRole('button', { name: deskEn('calendar.show') }).click()
    const asked = () => desk.requestsTo('calendar/list').at(-1)?.input ?? {}
    await eventually(() => asked()['currency'] === 'USD')
    assert.equal(pathOf(page), '/desk/calendar?month=2026-04&currency=USD')
    const { month, from, to } = asked()
    assert.equal(month, '2026-04')
    // April in Hong Kong, where this device is.
    assert.deepEqual(
      [from, to].map((timeMs) => new Date(Number(timeMs)).toISOString()),
      ['2026-03-31T16:00:00.000Z', '2026-04-30T16:00:00.000Z'],
    )
  })

  test('adds and changes an event, and keeps what was typed when it is refused', async () => {
    const { page, desk } = await openCalendar([payrolls])
    desk.answer('calendar/save', () => no('changed_meanwhile', serverEn('reason.changed_meanwhile')))
    await page.getByRole('button', { name: deskEn('calendar.add') }).click()
    const dialog = page.getByRole('alertdialog')
    const save = dialog.getByRole('button', { name: deskEn('calendar.save') })
    await save.click()
    await dialog.getByText(deskEn('calendar.problem.title_missing')).waitFor()
    await dialog.getByText(deskEn('calendar.problem.country_unknown')).waitFor()
    await assertAccessible(page, 'desk event')
    await savePicture(page, 'desk-event', { colorScheme: 'light', locale: 'en' })
    await dialog.getByRole('button', { name: deskEn('control.cancel') }).click()
    const change = page.getByRole('button', {
      name: deskEn('calendar.change_of', { title: 'Non-farm payrolls' }),
    })
    await change.click()
    await dialog.getByLabel(deskEn('calendar.field.actual')).fill('201K')
    const newer = { ...payrolls, forecast: '190K', revision: 5 }
    desk.answer('calendar/list', () => ok({ data: [newer], total: 1 }))
    await save.click()
    await waitForToast(page, serverEn('reason.changed_meanwhile'))
    assert.equal(await dialog.getByLabel(deskEn('calendar.field.actual')).inputValue(), '201K')
    await dialog.getByText(deskEn('desk.merged')).waitFor()
    assert.equal(await dialog.getByLabel(deskEn('calendar.field.forecast')).inputValue(), '190K')
    desk.answer('calendar/save', () => ok(payrolls))
    await save.click()
    await dialog.waitFor({ state: 'detached' })
    const { zone, time, revision, id, titles, forecast, actual } =
      desk.requestsTo('calendar/save').at(-1)?.input ?? {}
    assert.deepEqual([id, revision, time, zone], [7, 5, '2026-03-06 21:30', 'Asia/Hong_Kong'])
    assert.deepEqual([forecast, actual], ['190K', '201K'])
    assert.deepEqual(JSON.parse(String(titles)), payrolls.titles)
    const renamed = { ...newer, titles: { en: 'Jobs report' }, revision: 6 }
    desk.answer('calendar/list', () => ok({ data: [renamed], total: 1 }))
    desk.answer('calendar/remove', () => no('changed_meanwhile', serverEn('reason.changed_meanwhile')))
    await page
      .getByRole('button', { name: deskEn('calendar.remove_of', { title: 'Non-farm payrolls' }) })
      .click()
    await dialog.getByRole('button', { name: deskEn('calendar.remove') }).click()
    await dialog.getByText('Jobs report').waitFor()
    desk.answer('calendar/remove', () => ok({}))
    await dialog.getByRole('button', { name: deskEn('calendar.remove') }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.deepEqual(desk.requestsTo('calendar/remove').at(-1)?.input, { id: 7, revision: 6 })
  })

  test('shows hostile events as text in the dialogs that change and remove them', async () => {
    const { page } = await openCalendar(hostile)
    const dialog = page.getByRole('alertdialog')
    for (const title of hostileNames) {
      await page.getByRole('button', { name: deskEn('calendar.change_of', { title }), exact: true }).click()
      const field = dialog.getByLabel(deskEn('calendar.title_in', { language: 'English' }), { exact: true })
      assert.equal(await field.inputValue(), title)
      await assertInert(page)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: deskEn('calendar.remove_of', { title }), exact: true }).click()
      await dialog.getByText(title, { exact: true }).waitFor()
      await assertInert(page)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
  })

  test('imports a file after a preview, and not one with faults', async () => {
    const { page, desk } = await openCalendar([payrolls])
    await page.getByRole('button', { name: deskEn('calendar.import') }).click()
    const dialog = page.getByRole('dialog', { name: deskEn('calendar.import') })
    const input = dialog.getByLabel(deskEn('calendar.import.file'), { exact: true })
    const csv = (text: string | Buffer) => ({
      ...{ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(text) },
    })
    const isRead = () =>
      dialog.getByText(deskEn('calendar.problem.file_missing')).waitFor({ state: 'detached' })
    const look = dialog.getByRole('button', { name: deskEn('calendar.import.preview') })
    await look.click()
    await dialog.getByText(deskEn('calendar.problem.file_missing')).waitFor()
    await input.setInputFiles(csv(Buffer.from([0xff, 0xfe])))
    await dialog.getByText(deskEn('calendar.problem.file_not_text')).waitFor()
    desk.answer('calendar/preview_import', () => ok(faulty))
    await input.setInputFiles(csv('time,title'))
    await isRead()
    await look.click()
    await dialog.getByText(deskEn('calendar.import.faulty')).waitFor()
    await assertInert(page)
    // A corrected file of the same name can be chosen again: the input is empty by then.
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), input.click()])
    assert.equal(await input.inputValue(), '')
    await chooser.setFiles(csv('time,title\nbetter'))
    await isRead()
    desk.answer('calendar/preview_import', () => ok(preview))
    await look.click()
    await dialog.getByText(deskEn('calendar.problem.repeats')).waitFor()
    for (const change of [
      'Actual: – → 201K',
      'Time: Mar 6, 2026, all day → Mar 6, 2026, 21:30',
      'Importance: Low → High',
      'Title in 繁體中文: 就業 → 非農就業人數',
    ])
      await dialog.getByText(change, { exact: true }).waitFor()
    const table = dialog.getByRole('region', { name: deskEn('calendar.import.rows') })
    assert.ok(
      await table.evaluate((frame) => frame.scrollWidth <= frame.clientWidth),
      'the notes are in view',
    )
    await assertInert(page)
    await assertAccessible(page, 'desk import')
    await savePicture(page, 'desk-import', { colorScheme: 'light', locale: 'en' })
    // A preview of settings that have changed meanwhile is not shown.
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const source = dialog.getByLabel(deskEn('calendar.import.source'), { exact: true })
    await source.fill('monthly')
    desk.answer('calendar/preview_import', () => held.then(() => ok(preview)))
    await look.click()
    await source.fill('weekly')
    const shown = page.waitForResponse(/preview_import/)
    release()
    await shown
    await dialog.locator('[aria-busy=true]').waitFor({ state: 'detached' })
    assert.equal(await look.count(), 1)
    desk.answer('calendar/preview_import', () => ok(preview))
    await look.click()
    await dialog.getByText(deskEn('calendar.problem.repeats')).waitFor()
    desk.answer('calendar/import', () => ok({ added: 1, changed: 1, unchanged: 0 }))
    await dialog.getByRole('button', { name: deskEn('calendar.import.confirm'), exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    const sent = desk.requestsTo('calendar/import').at(-1)?.input ?? {}
    assert.deepEqual(
      [sent['text'], sent['plan'], sent['source']],
      ['time,title\nbetter', preview.plan, 'weekly'],
    )
  })

  test('says how much of a long file it shows, and inside the dialog why nothing was imported', async () => {
    const { page, desk } = await openCalendar([payrolls])
    await page.getByRole('button', { name: deskEn('calendar.import') }).click()
    const dialog = page.getByRole('dialog', { name: deskEn('calendar.import') })
    const file = { name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('time,title') }
    await dialog.getByLabel(deskEn('calendar.import.file'), { exact: true }).setInputFiles(file)
    const look = dialog.getByRole('button', { name: deskEn('calendar.import.preview') })
    desk.answer('calendar/preview_import', () => no('busy', serverEn('reason.busy')))
    await look.click()
    await dialog.getByText(serverEn('reason.busy')).waitFor()
    desk.answer('calendar/preview_import', () => ok(long))
    await look.click()
    await dialog.getByText(deskEn('calendar.import.first', { shown: 2, total: 5_000 })).waitFor()
    assert.equal(await dialog.getByText(serverEn('reason.busy')).count(), 0)
    desk.answer('calendar/import', () => no('changed_meanwhile', serverEn('reason.changed_meanwhile')))
    await dialog.getByRole('button', { name: deskEn('calendar.import.confirm'), exact: true }).click()
    await dialog.getByText(serverEn('reason.changed_meanwhile')).waitFor()
    await look.click()
    await dialog.getByText(serverEn('reason.changed_meanwhile')).waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: deskEn('calendar.import.confirm'), exact: true }).waitFor()
    assert.deepEqual(await shownToasts(page), [])
  })
})
