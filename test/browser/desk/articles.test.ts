import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { emptyArticle, exampleArticle, examplePictures } from '#test/browser/desk/example-content.ts'
import { no, ok } from '#test/browser/desk/fake-answers.ts'
import { pathOf, setUpDesks } from '#test/browser/desk/open-desk.ts'
import { assertInert, hostileMarkdown, hostileNames } from '#test/browser/hostile-texts.ts'
import { shownToasts, waitForToast } from '#test/browser/toasts.ts'
import { deskEn, serverEn, startingWith } from '#test/browser/words.ts'

const open = setUpDesks()

const dialogOf = (page: Page) => page.getByRole('alertdialog')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const title = (page: Page) => page.getByLabel(deskEn('article.title'), { exact: true })
const body = (page: Page) => page.getByLabel(deskEn('article.body'), { exact: true })
const save = (page: Page) => page.getByRole('button', { name: startingWith(deskEn('article.save')) })
const preview = (page: Page) => page.getByRole('region', { name: deskEn('article.preview') })
const tab = (page: Page, name: string) => page.getByRole('tab', { name: startingWith(name) })
const news = { articles: [exampleArticle(12)], pictures: examplePictures }

describe('the list of news', () => {
  test('shows titles, states and languages page by page, and starts a new article', async () => {
    const articles = [
      exampleArticle(12, { state: 'scheduled', scheduled_at: '2026-03-06T09:00:00.000Z', has_changes: 0 }),
      ...Array.from({ length: 20 }, (_, at) => exampleArticle(30 + at)),
    ]
    const { page, desk } = await open('/desk/news', { role: 'content', content: { articles } })
    const row = page.locator('tbody tr')
    await row.nth(19).waitFor()
    assert.match((await row.first().textContent()) ?? '', /How margin works 12Scheduled繁體中文/)
    await row.nth(1).getByText(deskEn('article.has_changes')).waitFor()
    await button(page, deskEn('pager.next')).click()
    await page.getByRole('link', { name: 'How margin works 49' }).waitFor()
    assert.equal(await row.count(), 1)
    assert.equal(pathOf(page), '/desk/news?page=2')
    await button(page, deskEn('articles.new')).click()
    await page.getByRole('heading', { name: deskEn('article.untitled') }).waitFor()
    assert.equal(pathOf(page), '/desk/news/50')
    assert.equal(desk.requestsTo('content/create').length, 1)
  })

  test('lets viewers read the texts, and nothing else', async () => {
    const { page } = await open('/desk/texts', {
      role: 'viewer',
      content: { pictures: examplePictures },
    })
    await page.locator('tbody tr').nth(3).waitFor()
    await page.getByRole('link', { name: deskEn('article.kind.terms') }).click()
    await preview(page).getByRole('heading', { name: 'How it is computed' }).waitFor()
    assert.equal(await title(page).count(), 0)
    for (const name of [deskEn('article.publish'), deskEn('article.unpublish')])
      assert.equal(await button(page, name).count(), 0)
    assert.equal(await save(page).count(), 0)
    await page.getByRole('link', { name: deskEn('nav.pictures') }).click()
    await page.getByText(deskEn('pictures.viewer')).waitFor()
    assert.equal(await page.getByLabel(deskEn('pictures.upload')).count(), 0)
    assert.equal(await button(page, deskEn('pictures.remove')).count(), 0)
  })
})

describe('writing a text', () => {
  test('previews it when typing pauses, and saves all languages with Ctrl+S', async () => {
    const { page, desk } = await open('/desk/news/12', { role: 'content', content: news })
    await preview(page).getByRole('table').waitFor()
    assert.equal(await save(page).isDisabled(), true)
    await body(page).fill('## Another heading')
    await preview(page).getByRole('heading', { name: 'Another heading' }).waitFor()
    assert.deepEqual(
      desk.requestsTo('content/preview').map(({ input }) => String(input['body']).slice(0, 10)),
      ['Margin is ', '## Another'],
    )
    await tab(page, 'العربية').click()
    const article = preview(page).getByRole('article')
    await article.getByText('كيف يُحسب').waitFor()
    assert.equal(await article.evaluate((element) => getComputedStyle(element).direction), 'rtl')
    assert.equal(await body(page).getAttribute('dir'), 'rtl')
    await title(page).fill('هامش')
    await tab(page, 'English')
      .getByText(/unsaved/)
      .waitFor()
    await page.keyboard.press('Control+s')
    await page.getByText(deskEn('article.is_unsaved')).waitFor({ state: 'detached' })
    await tab(page, 'English · unsaved').waitFor({ state: 'detached' })
    await waitForToast(page, deskEn('article.saved'))
    assert.equal((await shownToasts(page)).length, 1, 'one press, one message')
    assert.deepEqual(
      desk.requestsTo('content/save').map(({ input: { language, revision } }) => [language, revision]),
      [
        ['en', 7],
        ['ar', 9],
      ],
    )
    assert.equal(await save(page).isDisabled(), true)
  })

  test('stays in the open language when Ctrl+S is pressed again during a save', async () => {
    const { page, desk } = await open('/desk/news/12', { role: 'content', content: news })
    await tab(page, '繁體中文').click()
    await title(page).fill('保證金')
    await tab(page, 'English').click()
    await title(page).fill('Margin')
    const held = Promise.withResolvers<ReturnType<typeof no>>()
    desk.answer('content/save', () => held.promise)
    await page.keyboard.press('Control+s')
    await page.locator('button[aria-busy=true]').waitFor()
    await page.keyboard.press('Control+s')
    await title(page).pressSequentially(' levels')
    assert.equal(await title(page).inputValue(), 'Margin levels')
    assert.equal(await tab(page, 'English').getAttribute('aria-selected'), 'true')
    held.resolve(no('busy', serverEn('reason.busy')))
    await waitForToast(page, serverEn('reason.busy'))
    assert.equal(desk.requestsTo('content/save').length, 1)
  })

  test('adds a language, and names the limit of a text that is too long', async () => {
    const { page, desk } = await open('/desk/news/12', { role: 'content', content: news })
    await page.getByLabel(deskEn('language.add')).selectOption('de')
    await title(page).fill('x'.repeat(161))
    await page.getByText(deskEn('article.too_long', { limit: 160 })).waitFor()
    await page.keyboard.press('Control+s')
    await title(page).fill('Marge')
    await body(page).fill('Text')
    await page.keyboard.press('Control+s')
    await tab(page, 'Deutsch · unsaved').waitFor({ state: 'detached' })
    assert.deepEqual(
      desk.requestsTo('content/save').map(({ input }) => input),
      [{ id: 12, language: 'de', revision: 0, title: 'Marge', description: '', body: 'Text' }],
    )
  })

  test('survives a reload, the end of the session and a failed save', async () => {
    const { page, desk } = await open('/desk/news/12', { role: 'content', content: news })
    await body(page).fill('Typed for an hour')
    desk.answer('content/save', () => no('busy', serverEn('reason.busy')))
    await save(page).click()
    await waitForToast(page, serverEn('reason.busy'))
    assert.equal(await body(page).inputValue(), 'Typed for an hour')
    await page.reload()
    await preview(page).getByText('Typed for an hour').waitFor()
    assert.equal(await body(page).inputValue(), 'Typed for an hour')
    await button(page, deskEn('nav.sign_out')).click()
    await page.getByLabel(deskEn('sign_in.email')).fill('anna@example.com')
    await page.getByLabel(deskEn('sign_in.password'), { exact: true }).fill('quiet heron 44')
    await button(page, deskEn('sign_in.submit')).click()
    await page.locator('tbody tr').getByText(deskEn('article.is_unsaved')).waitFor()
    await page.getByRole('link', { name: 'How margin works 12' }).click()
    assert.equal(await body(page).inputValue(), 'Typed for an hour')
    await button(page, deskEn('article.discard')).click()
    await dialogOf(page)
      .getByRole('button', { name: deskEn('article.discard') })
      .click()
    await preview(page).getByRole('table').waitFor()
    assert.match(await body(page).inputValue(), /^Margin is/)
  })

  test('shows the newer text of another operator beside the typed one', async () => {
    const { page, desk } = await open('/desk/news/12', { role: 'content', content: news })
    await title(page).fill('Mine')
    const theirs = { language: 'en', title: 'Theirs', description: '', body: 'By Ben', revision: 20 }
    desk.content.articles = [exampleArticle(12, { texts: [theirs], revision: 20 })]
    await save(page).click()
    const conflict = page.getByRole('region', { name: deskEn('article.conflict.theirs') })
    await conflict.getByText('By Ben').waitFor()
    assert.equal(await title(page).inputValue(), 'Mine')
    await conflict.getByRole('button', { name: deskEn('article.conflict.keep') }).click()
    await save(page).click()
    await waitForToast(page, deskEn('article.saved'))
    assert.deepEqual(
      desk.requestsTo('content/save').map(({ input: { revision, title: sent } }) => [revision, sent]),
      [
        [7, 'Mine'],
        [20, 'Mine'],
      ],
    )
  })

  test('puts a picture of the shelf at the cursor, and one above the text', async () => {
    const { page, desk } = await open('/desk/news/12', { role: 'content', content: news })
    await body(page).fill('One\n\nTwo')
    await body(page).evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(5, 5))
    await button(page, deskEn('article.insert_picture')).click()
    const chooser = page.getByRole('dialog', { name: deskEn('pictures.choose') })
    const choices = chooser.getByRole('button', { name: startingWith('Choose the picture') })
    await choices.nth(4).waitFor()
    await choices.nth(1).click()
    await page.keyboard.type('A chart')
    const name = examplePictures[1]?.name
    assert.equal(await body(page).inputValue(), `One\n\n![A chart](/content/pictures/${name}.jpg)\n\nTwo`)
    await preview(page).getByRole('img', { name: 'A chart' }).waitFor()
    await button(page, deskEn('article.logo.replace')).click()
    await choices.nth(2).click()
    await waitForToast(page, serverEn('done.saved'))
    assert.deepEqual(desk.requestsTo('content/logo')[0]?.input, {
      ...{ id: 12, revision: 9, logo: examplePictures[2]?.name },
    })
  })
})

describe('publishing', () => {
  const at = (page: Page) => dialogOf(page).getByLabel(deskEn('article.publish.at'))

  test('is possible now, or at a time within a year, and a schedule can be cancelled', async () => {
    const { page, desk } = await open('/desk/news/12', { role: 'content', content: news, stillClock: true })
    await page.clock.resume()
    await button(page, deskEn('article.publish')).click()
    await dialogOf(page).getByText(deskEn('article.publish.later')).click()
    const submit = dialogOf(page).getByRole('button', { name: deskEn('article.publish.schedule') })
    for (const [typed, problem] of [
      ['2026-03-05T20:00', deskEn('article.publish.past')],
      ['2027-03-06T09:00', deskEn('article.publish.too_far')],
    ] as const) {
      await at(page).fill(typed)
      await submit.click()
      await dialogOf(page).getByText(problem).waitFor()
    }
    await at(page).fill('2026-03-07T09:30')
    await dialogOf(page)
      .getByText(/Asia\/Hong_Kong: Mar 7, 2026, 01:30 UTC/)
      .waitFor()
    await submit.click()
    await page.getByText('Version 1, from Mar 7, 2026, 09:30').waitFor()
    assert.deepEqual(desk.requestsTo('content/publish')[0]?.input, {
      ...{ id: 12, revision: 9, edition: 2, scheduled_edition: 0 },
      ...{ at: '2026-03-07T01:30:00.000Z', asks_consent: 0 },
    })
    await page.getByText(deskEn('article.history.scheduled', { edition: 1 })).waitFor()
    await button(page, deskEn('article.cancel')).click()
    await dialogOf(page)
      .getByRole('button', { name: deskEn('article.cancel.submit') })
      .click()
    await page.getByText('Version 1, from').waitFor({ state: 'detached' })
    await button(page, deskEn('article.unpublish')).click()
    await dialogOf(page)
      .getByRole('button', { name: deskEn('article.unpublish') })
      .click()
    await page.getByText(deskEn('article.never')).waitFor()
    assert.deepEqual(
      desk.requestsTo('content/unpublish').map(({ input }) => input),
      [
        { id: 12, what: 'schedule', edition: 2, scheduled_edition: 1 },
        { id: 12, what: 'article', edition: 2, scheduled_edition: 0 },
      ],
    )
  })

  test('is refused after another operator scheduled or unpublished it, and shows what is true now', async () => {
    const { page, desk } = await open('/desk/news/12', { role: 'content', content: news })
    const confirm = async (name: string, submit: string) => {
      await button(page, name).click()
      await dialogOf(page).getByRole('button', { name: submit }).click()
      await dialogOf(page).waitFor({ state: 'detached' })
      await waitForToast(page, serverEn('reason.changed_meanwhile'))
    }
    await button(page, deskEn('article.publish')).waitFor()
    const scheduled = { scheduled_edition: 3, scheduled_at: '2026-03-07T01:30:00.000Z' }
    desk.content.articles = [exampleArticle(12, scheduled)]
    await confirm(deskEn('article.publish'), deskEn('article.publish'))
    await page.getByText('Version 3, from Mar 7, 2026, 09:30').waitFor()
    desk.content.articles = [
      exampleArticle(12, { ...scheduled, scheduled_edition: 4, scheduled_at: '2026-03-08T01:30:00.000Z' }),
    ]
    await confirm(deskEn('article.cancel'), deskEn('article.cancel.submit'))
    await page.getByText('Version 4, from Mar 8, 2026, 09:30').waitFor()
    desk.content.articles = [exampleArticle(12, { edition: 0, state: 'unpublished', published_at: null })]
    await confirm(deskEn('article.unpublish'), deskEn('article.unpublish'))
    await page.getByText(deskEn('article.never')).waitFor()
    assert.deepEqual(
      [...desk.requestsTo('content/publish'), ...desk.requestsTo('content/unpublish')].map(
        ({ input: { edition, scheduled_edition } }) => [edition, scheduled_edition],
      ),
      [
        [2, 0],
        [2, 3],
        [2, 4],
      ],
    )
    assert.deepEqual(desk.content.history, [])
  })

  test('waits for unsaved and for incomplete texts', async () => {
    const draft = emptyArticle(12)
    const { page } = await open('/desk/news/12', { role: 'content', content: { articles: [draft] } })
    const publish = button(page, deskEn('article.publish'))
    await page.getByText(deskEn('article.publish.empty')).waitFor()
    assert.equal(await publish.isDisabled(), true)
    await title(page).fill('Title')
    await page.getByText(deskEn('article.publish.unsaved')).waitFor()
    await save(page).click()
    const incomplete = deskEn('article.publish.incomplete', { languages: 'English' })
    await page.getByText(incomplete).waitFor()
    await body(page).fill('Text')
    await save(page).click()
    await publish.and(page.locator(':enabled')).waitFor()
    assert.equal(await page.getByText(incomplete).count(), 0)
  })

  test('asks for the consent of users to a legal text, to the first version always', async () => {
    const { page, desk } = await open('/desk/texts/102', { role: 'content' })
    assert.equal(await page.getByLabel(deskEn('article.description')).count(), 0)
    assert.equal(await button(page, deskEn('article.unpublish')).count(), 0)
    await button(page, deskEn('article.publish')).click()
    const consent = dialogOf(page).getByLabel(deskEn('article.publish.consent'))
    await consent.waitFor()
    assert.equal(await consent.isChecked(), true)
    await dialogOf(page)
      .getByRole('button', { name: deskEn('article.publish') })
      .click()
    await page.getByText(deskEn('article.history.consent')).waitFor()
    assert.deepEqual(desk.requestsTo('content/publish')[0]?.input, {
      ...{ id: 102, revision: 9, edition: 2, scheduled_edition: 0, asks_consent: 1 },
    })
    await button(page, deskEn('article.publish')).click()
    await consent.uncheck()
    await dialogOf(page)
      .getByRole('button', { name: deskEn('article.publish') })
      .click()
    await dialogOf(page).waitFor({ state: 'detached' })
    assert.equal(desk.requestsTo('content/publish')[1]?.input['asks_consent'], 0)
    desk.content.articles = [exampleArticle(104, { kind: 'risk', edition: 0, state: 'draft' })]
    await page.goto(page.url().replace('102', '104'))
    await button(page, deskEn('article.publish')).click()
    await dialogOf(page).getByText(deskEn('article.publish.first')).waitFor()
    assert.equal(await dialogOf(page).getByLabel(deskEn('article.publish.consent')).count(), 0)
  })

  test('lists versions, which can be viewed and restored without losing typed text', async () => {
    const decision = {
      ...{ action: 'published' as const, edition: 1, asks_consent: 0, languages: ['en', 'hk'] },
      ...{ from_at: '2026-03-01T08:00:00.000Z', decided_at: '2026-03-01T08:00:00.000Z', decided_by: '' },
    }
    const content = { ...news, history: [decision] }
    const { page, desk } = await open('/desk/news/12', { role: 'content', content })
    await title(page).fill('Mine')
    await button(page, deskEn('article.history.view_of', { edition: 1 })).click()
    const version = page.getByRole('dialog', { name: deskEn('article.edition', { edition: 1 }) })
    await version.getByRole('tab', { name: '繁體中文' }).click()
    await version.getByRole('heading', { name: '如何計算' }).waitFor()
    await version.getByRole('button', { name: deskEn('article.restore') }).click()
    await dialogOf(page)
      .getByRole('button', { name: deskEn('article.restore') })
      .click()
    await page.getByRole('region', { name: deskEn('article.conflict.theirs') }).waitFor()
    assert.equal(await title(page).inputValue(), 'Mine')
    await button(page, deskEn('article.conflict.take')).click()
    assert.equal(await title(page).inputValue(), 'How margin works 12 restored')
    assert.deepEqual(desk.requestsTo('content/restore')[0]?.input, { id: 12, edition: 1, revision: 9 })
  })
})

describe('the shelf of pictures', () => {
  test('uploads, refuses in words, and removes what is not used', async () => {
    const { page, desk } = await open('/desk/pictures', { role: 'content', content: news })
    const pictures = page.locator('figure')
    await pictures.nth(4).waitFor()
    await pictures.first().getByText(deskEn('pictures.used')).waitFor()
    assert.equal(await button(page, deskEn('pictures.remove')).count(), 4)
    const upload = page.getByLabel(deskEn('pictures.upload'))
    const file = { name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from([0xff, 0xd8, 0xff, 0xe0]) }
    await upload.setInputFiles({ ...file, buffer: Buffer.from('GIF89a......') })
    await page.getByText(deskEn('pictures.unsupported')).waitFor()
    desk.answer('content/add_picture', () => no('image_damaged', serverEn('reason.image_damaged')))
    await upload.setInputFiles(file)
    await page.getByText(serverEn('reason.image_damaged')).waitFor()
    desk.answer('content/add_picture', undefined)
    await upload.setInputFiles(file)
    await page.getByText(deskEn('pictures.size', { width: 800, height: 504 })).waitFor()
    assert.equal(await page.getByText(serverEn('reason.image_damaged')).count(), 0)
    await button(page, deskEn('pictures.remove')).first().click()
    await dialogOf(page)
      .getByRole('button', { name: deskEn('pictures.remove.submit') })
      .click()
    await pictures.nth(5).waitFor({ state: 'detached' })
    assert.equal(desk.requestsTo('content/remove_picture')[0]?.input['name'], 'f'.repeat(32))
    assert.equal(desk.requestsTo('content/add_picture').length, 2)
  })
})

test('hostile titles and texts are inert in lists, fields, previews and versions', async () => {
  const hostile = hostileNames.join(' ')
  const text = { language: 'en', title: hostile, description: hostile, body: hostileMarkdown, revision: 3 }
  const article = exampleArticle(12, { title: hostile, texts: [text], logo: '' })
  const decision = {
    ...{ action: 'published' as const, edition: 1, asks_consent: 0, languages: ['en', hostile] },
    ...{ from_at: hostile, decided_at: '2026-03-01T08:00:00.000Z', decided_by: hostile },
  }
  const { page, desk } = await open('/desk/news', {
    role: 'owner',
    content: { articles: [article], history: [decision] },
  })
  await page.locator('tbody tr').waitFor()
  await assertInert(page)
  await page.locator('tbody a').click()
  await preview(page).getByText('code').first().waitFor()
  await assertInert(page)
  await button(page, deskEn('article.history.view_of', { edition: 1 })).click()
  await page.getByRole('dialog').getByRole('article').getByText('code').first().waitFor()
  await assertInert(page)
  await page.keyboard.press('Escape')
  await title(page).fill('Mine')
  desk.content.articles = [{ ...article, texts: [{ ...text, revision: 4 }] }]
  desk.answer('content/preview', () => ok({ html: '<p>shown</p>' }))
  await save(page).click()
  await page.getByRole('region', { name: deskEn('article.conflict.theirs') }).waitFor()
  await assertInert(page)
})
