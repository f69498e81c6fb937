// Seeds, the first version of a legal text, and the shelf of pictures, on a real database.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { type Content, type ContentParts, createContent } from '#server/content/content.ts'
import { createLog } from '#server/platform/log.ts'
import { systemRandom } from '#server/platform/random.ts'
import { systemTimers } from '#server/platform/timers.ts'
import { createUploads } from '#server/uploads/uploads.ts'
import { insertCompanies } from '#test/companies/insert-companies.ts'
import { createOperatorsFixture } from '#test/operators/operators-fixture.ts'
import { phonePhoto, photo } from '#test/uploads/pictures.ts'

let fixture: Awaited<ReturnType<typeof createOperatorsFixture>>
let parts: ContentParts
let content: Content
const editor = { operatorId: 0, email: 'content@example.com', address: '192.0.2.1' }

const nothing = { edition: 0, scheduledEdition: 0 }
const text = (title: string) => ({ language: 'en', title, description: '', body: title }) as const
const seeds: ContentParts['seeds'] = [
  { kind: 'news', slug: 'older', texts: [text('Older')] },
  { kind: 'news', slug: 'newer', texts: [text('Newer')] },
  { kind: 'terms', slug: 'terms', texts: [text('Terms')] },
  { kind: 'announcement', slug: 'announcement', texts: [text('Announcement')] },
]

before(async () => {
  fixture = await createOperatorsFixture()
  editor.operatorId = (await fixture.addOperator('content')).id
  const { database, clock } = fixture
  const { pool } = database
  const random = systemRandom
  const uploads = createUploads({ pool, clock, random, log: createLog('silent') })
  parts = { pool, clock, random, uploads, timers: systemTimers, seeds: [] }
  content = await createContent(parts)
})
after(async () => {
  await content.stop()
  await fixture.database.drop()
})

async function startAgain(withSeeds: ContentParts['seeds']): Promise<void> {
  await content.stop()
  content = await createContent({ ...parts, seeds: withSeeds })
}
const titles = async () => (await content.news('en', 1)).data.map(({ title }) => title)
const onlyOne = async (kind: 'terms' | 'privacy' | 'announcement') => {
  const [listed] = (await content.desk.list(kind, 1)).data
  const article = listed && (await content.desk.article(listed.id))
  assert.ok(article)
  return article
}

test('many previews at once are refused, and leave room for readers', async () => {
  const previews = Array.from({ length: 60 }, () => content.desk.render('a **preview**'))
  const results = await Promise.all(previews)
  assert.equal(results.filter(({ kind }) => kind === 'rendered').length, 21)
  assert.equal(results.filter(({ kind }) => kind === 'busy').length, 39)
})

describe('texts that come with the installation', () => {
  test('are published once, except where an operator has written', async () => {
    const { id } = await onlyOne('announcement')
    await content.desk.saveText({ ...text('Our own'), id, revision: 0 }, editor)
    await startAgain(seeds)
    assert.deepEqual(await titles(), ['Newer', 'Older'])
    assert.equal(await content.current('en', 'announcement'), undefined)
    const [newer] = (await content.news('en', 1)).data
    assert.ok(newer)
    const seen = { edition: newer.edition, scheduledEdition: 0 }
    await content.desk.unpublish({ id: newer.id, what: 'article', seen }, editor)
    await startAgain(seeds)
    assert.deepEqual(await titles(), ['Older'])
    const terms = await onlyOne('terms')
    assert.deepEqual([terms.state, terms.edition, terms.hasChanges], ['published', 1, false])
    const { data } = await content.desk.history(terms.id, 1)
    assert.deepEqual(
      data.map(({ decidedBy, asksConsent }) => [decidedBy, asksConsent]),
      [['', true]],
    )
  })
})

test('users are told of versions in force that an operator published, with a scheduled one from its time on', async () => {
  const { id, revision } = await onlyOne('announcement')
  assert.deepEqual(await content.inForce(), [])
  const request = { id, revision, asksConsent: false }
  await content.desk.publish({ ...request, seen: nothing, atMs: undefined }, editor)
  const [first] = await content.inForce()
  assert.deepEqual(first, {
    articleId: id,
    edition: 1,
    fromMs: fixture.clock.now(),
    content: { kind: 'announcement', titles: { en: 'Our own' } },
  })
  await content.desk.saveText({ ...text('Next'), id, revision }, editor)
  const next = await onlyOne('announcement')
  const atMs = fixture.clock.now() + 60_000
  const seen = { edition: 1, scheduledEdition: 0 }
  await content.desk.publish({ ...request, revision: next.revision, seen, atMs }, editor)
  assert.deepEqual(await content.inForce(), [first])
  fixture.advance(60_000)
  assert.deepEqual(
    (await content.inForce()).map(({ edition, fromMs, content: { kind: _, ...said } }) => [
      edition,
      fromMs,
      said,
    ]),
    [[2, atMs, { titles: { en: 'Next' } }]],
  )
})

test('the first version of a legal text always asks for consent', async () => {
  const { id } = await onlyOne('privacy')
  const saved = await content.desk.saveText({ ...text('Privacy'), id, revision: 0 }, editor)
  assert.equal(saved.kind, 'changed')
  const { revision } = await onlyOne('privacy')
  await content.desk.publish({ id, revision, seen: nothing, atMs: undefined, asksConsent: false }, editor)
  assert.deepEqual(
    (await content.legalHistory('privacy')).map(({ asksConsent }) => asksConsent),
    [true],
  )
})

describe('the shelf of pictures', () => {
  async function addPicture(bytes: Buffer): Promise<string> {
    const added = await content.pictures.add({ bytes, claimedType: 'image/jpeg' }, editor)
    assert.ok(added.kind === 'added', JSON.stringify(added))
    return added.picture.name
  }

  test('has pictures of at most 1,600 pixels without metadata', async () => {
    const bytes = await content.pictures.read(await addPicture(await photo({ width: 2000, height: 100 })))
    assert.ok(bytes instanceof Uint8Array)
    const { width, format } = await sharp(bytes).metadata()
    assert.deepEqual([width, format], [1600, 'jpeg'])
    const clean = await content.pictures.read(await addPicture(await phonePhoto()))
    assert.ok(clean instanceof Uint8Array)
    assert.ok(!Buffer.from(clean).includes('Telltale'))
  })

  test('refuses what is no picture', async () => {
    const file = { bytes: Buffer.from('<svg onload=alert(1)>'), claimedType: 'image/jpeg' }
    const refused = await content.pictures.add(file, editor)
    assert.deepEqual(refused, { kind: 'refused', reason: 'image_unsupported' })
  })

  test('keeps a picture that is the logo or in the body of a draft or a version', async () => {
    const created = await content.desk.createNews(editor)
    assert.ok(created.kind === 'changed')
    const { id } = created.article
    const [logo, inBody] = [await addPicture(await photo()), await addPicture(await photo())]
    const body = `![](/content/pictures/${inBody}.jpg)`
    await content.desk.saveText({ ...text('Pictures'), body, id, revision: 0 }, editor)
    await content.desk.setLogo({ id, revision: 1, logo }, editor)
    const published = await content.desk.publish(
      { id, revision: 2, seen: nothing, atMs: undefined, asksConsent: false },
      editor,
    )
    assert.equal(published.kind, 'changed')
    await content.desk.saveText({ ...text(''), id, revision: 1 }, editor)
    await content.desk.setLogo({ id, revision: 3, logo: '' }, editor)
    const { data } = await content.pictures.list(1)
    for (const name of [logo, inBody]) {
      assert.equal(data.find((picture) => picture.name === name)?.isUsed, true)
      assert.deepEqual(await content.pictures.remove(name, editor), {
        kind: 'refused',
        reason: 'picture_used',
      })
    }
    const piece = await content.newsPiece('en', id)
    assert.ok(piece !== undefined && piece !== 'busy')
    assert.equal(piece.logo, logo)
    assert.match(piece.html, new RegExp(inBody))
  })

  test('keeps pictures that a version shows, however the Markdown writes their paths', async () => {
    const spellings: readonly ((name: string) => string)[] = [
      (name) => `![](/content\\/pictures/${name}.jpg)`,
      (name) => `![](&#47;content/pictures/${name}.jpg)`,
      (name) => `![a][ref]\n\n[ref]: </content/pictures/${name}\\.jpg>`,
    ]
    for (const spelling of spellings) {
      const created = await content.desk.createNews(editor)
      assert.ok(created.kind === 'changed')
      const { id } = created.article
      const name = await addPicture(await photo())
      const body = spelling(name)
      await content.desk.saveText({ ...text('Spelled'), body, id, revision: 0 }, editor)
      const removal = () => content.pictures.remove(name, editor)
      assert.deepEqual(await removal(), { kind: 'refused', reason: 'picture_used' }, body)
      const request = { id, seen: nothing, atMs: undefined, asksConsent: false }
      assert.equal((await content.desk.publish({ ...request, revision: 1 }, editor)).kind, 'changed')
      await content.desk.saveText({ ...text(''), id, revision: 1 }, editor)
      const piece = await content.newsPiece('en', id)
      assert.ok(piece !== undefined && piece !== 'busy')
      assert.match(piece.html, new RegExp(`<img src="/content/pictures/${name}.jpg"`))
      assert.deepEqual(await removal(), { kind: 'refused', reason: 'picture_used' }, body)
      await content.desk.restore({ id, edition: 1, revision: 2 }, editor)
      const { rows } = await fixture.database.query('select from draft_pictures where picture = $1', [name])
      assert.equal(rows.length, 1)
    }
  })

  test('keeps a picture that is the logo of a company', async () => {
    const name = await addPicture(await photo())
    await insertCompanies(fixture.database, { count: 1, logo: name })
    const { data } = await content.pictures.list(1)
    assert.equal(data.find((picture) => picture.name === name)?.isUsed, true)
    assert.deepEqual(await content.pictures.remove(name, editor), { kind: 'refused', reason: 'picture_used' })
  })

  test('forgets a picture that is removed', async () => {
    const name = await addPicture(await photo())
    assert.ok((await content.pictures.read(name)) instanceof Uint8Array)
    assert.deepEqual(await content.pictures.remove(name, editor), { kind: 'removed' })
    assert.equal(await content.pictures.read(name), undefined)
    assert.deepEqual(await content.pictures.remove(name, editor), { kind: 'refused', reason: 'not_found' })
  })
})
