import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { unsupportedCountries } from '#core/user/contact.ts'
import { languages } from '#i18n/languages.ts'
import { type AppFixture, createAppFixture, type Envelope } from '#test/calls/app-fixture.ts'
import { addOperator, codeSentTo, password, registerUser, signInOwner } from '#test/calls/app-users.ts'
import { holdLock, waitForBlockedStatements } from '#test/engine/held-lock.ts'

let app: AppFixture
let token: string
before(async () => {
  app = await createAppFixture()
  token = (await addOperator(app, await signInOwner(app), 'content')).token
})
after(async () => await app.stop())

const minute = 60_000
const dayMs = 86_400_000

/** Calls of the console that succeed. */
async function desk(path: string, body: object) {
  const answer = await app.call({ url: `/desk/api/content/${path}`, token, body })
  assert.equal(answer.code, 1, answer.msg)
  return answer.data
}
async function refusalOf(path: string, body: object): Promise<string> {
  return (await app.call({ url: `/desk/api/content/${path}`, token, body })).data.reason
}
async function draft(id: number) {
  const answer = await app.call({ url: `/desk/api/content/article?id=${id}`, token })
  assert.equal(answer.code, 1, answer.msg)
  return answer.data
}
async function kindId(kind: string): Promise<number> {
  const { data } = await app.call({ url: `/desk/api/content/list?kind=${kind}`, token })
  return data.data[0].id
}

type Texts = Readonly<Record<string, string>>

/** Writes each title as title and body. */
async function write(id: number, texts: Texts) {
  for (const [language, title] of Object.entries(texts)) {
    const before = (await draft(id)).texts.find((text: { language: string }) => text.language === language)
    const revision = before?.revision ?? 0
    await desk('save', { id, language, revision, title, description: `${title}.`, body: `# ${title}` })
  }
}
/** The call as the newest page of the article sends it. */
async function seen(id: number) {
  const { revision, edition, scheduled_edition } = await draft(id)
  return { id, revision, edition, scheduled_edition }
}
async function publish(id: number, options: object = {}) {
  return await desk('publish', { ...(await seen(id)), ...options })
}
async function withdraw(id: number, what: string) {
  const { revision: _, ...asked } = await seen(id)
  return await desk('unpublish', { ...asked, what })
}
async function publishedNews(texts: Texts, options: object = {}): Promise<number> {
  const { id } = await desk('create', {})
  await write(id, texts)
  await publish(id, options)
  return id
}
const at = (ms: number) => new Date(app.nowMs() + ms).toISOString()

const read = (url: string, lang = 'en'): Promise<Envelope> => app.call({ url, headers: { lang } })
async function listed(lang = 'en') {
  const { data } = await read('/api/news/list', lang)
  return data.data as { id: number; title: string; language: string; created_at: string }[]
}
const info = (id: number, lang = 'en') => read(`/api/news/info?id=${id}`, lang)

describe('news', () => {
  test('is hidden as a draft, listed once published, and hidden again when unpublished', async () => {
    const { id } = await desk('create', {})
    await write(id, { en: 'A first piece' })
    assert.equal((await info(id)).data.reason, 'not_found')
    const published = await publish(id)
    assert.deepEqual([published.state, published.edition, published.has_changes], ['published', 1, 0])
    assert.equal((await listed())[0]?.title, 'A first piece')
    const { data } = await info(id)
    assert.equal(data.content, '<h2>A first piece</h2>\n')
    assert.equal(data.desc, 'A first piece.')
    await write(id, { en: 'A change not published' })
    assert.equal((await draft(id)).has_changes, 1)
    assert.equal((await info(id)).data.title, 'A first piece')
    assert.equal((await withdraw(id, 'article')).state, 'unpublished')
    assert.equal((await info(id)).data.reason, 'not_found')
    assert.ok((await listed()).every((piece) => piece.id !== id))
    const { edition, scheduled_edition } = published
    const again = { id, what: 'article', edition, scheduled_edition }
    assert.equal(await refusalOf('unpublish', again), 'changed_meanwhile')
  })

  test('is in the asked language, or else in English, in Chinese, or in any', async () => {
    const id = await publishedNews({ de: 'Deutsch', en: 'English', hk: '中文' })
    for (const [asked, title] of [
      ['de', 'Deutsch'],
      ['hk', '中文'],
      ['fr', 'English'],
    ] as const) {
      const { data } = await info(id, asked)
      assert.equal(data.title, title)
      assert.equal((await listed(asked)).find((piece) => piece.id === id)?.title, title)
    }
    const chinese = await publishedNews({ de: 'Deutsch', hk: '中文' })
    assert.equal((await info(chinese, 'fr')).data.language, 'hk')
    const german = await publishedNews({ de: 'Deutsch' })
    assert.equal((await info(german, 'fr')).data.language, 'de')
  })

  test('that is scheduled appears at its time, without anything else happening', async () => {
    const id = await publishedNews({ en: 'Soon' }, { at: at(minute) })
    assert.equal((await draft(id)).state, 'scheduled')
    app.advance(minute - 1)
    assert.equal((await info(id)).data.reason, 'not_found')
    assert.ok((await listed()).every((piece) => piece.id !== id))
    app.advance(1)
    assert.equal((await info(id)).data.title, 'Soon')
    assert.equal((await listed())[0]?.id, id)
    assert.deepEqual([(await draft(id)).state, (await draft(id)).scheduled_at], ['published', null])
  })

  test('that is scheduled is not cancelled by an operator who waited until it appeared', async () => {
    const id = await publishedNews({ en: 'Soon' }, { at: at(minute) })
    const { revision: _, ...asked } = await seen(id)
    const lock = await holdLock(app.database, 'select from articles where id = $1 for update', [id])
    const cancelled = refusalOf('unpublish', { ...asked, what: 'schedule' })
    await waitForBlockedStatements(app.database, 1)
    app.advance(minute)
    await lock.release()
    assert.equal(await cancelled, 'changed_meanwhile')
    assert.equal((await info(id)).data.title, 'Soon')
  })

  test('keeps its place when a new version replaces it, now or at a set time', async () => {
    const id = await publishedNews({ en: 'One' })
    const since = (await info(id)).data.created_at
    app.advance(minute)
    const newer = await publishedNews({ en: 'Newer' })
    await write(id, { en: 'Two' })
    await publish(id, { at: at(minute) })
    assert.equal((await info(id)).data.title, 'One')
    app.advance(minute)
    const { data } = await info(id)
    assert.deepEqual([data.title, data.created_at], ['Two', since])
    assert.equal(data.updated_at, at(0))
    assert.deepEqual(
      (await listed()).slice(0, 2).map((piece) => piece.id),
      [newer, id],
    )
  })

  test('publishing cancels a schedule, and the history says so', async () => {
    const id = await publishedNews({ en: 'One' }, { at: at(minute) })
    await write(id, { en: 'Two' })
    await publish(id)
    app.advance(2 * minute)
    assert.equal((await info(id)).data.title, 'Two')
    const { data } = await app.call({ url: `/desk/api/content/history?id=${id}`, token })
    assert.deepEqual(
      data.data.map((entry: { action: string; edition: number }) => [entry.action, entry.edition]),
      [
        ['published', 2],
        ['cancelled', 1],
        ['scheduled', 1],
      ],
    )
    assert.equal(data.data[0].decided_by, 'content@example.com')
  })

  test('is restored from a version', async () => {
    const id = await publishedNews({ en: 'One', de: 'Eins' })
    await write(id, { en: 'Two', hk: '二' })
    const { revision } = await draft(id)
    const restored = await desk('restore', { id, edition: 1, revision })
    assert.deepEqual(
      restored.texts.map((text: { language: string; title: string }) => [text.language, text.title]),
      [
        ['de', 'Eins'],
        ['en', 'One'],
      ],
    )
    assert.equal(await refusalOf('restore', { id, edition: 2, revision: restored.revision }), 'not_found')
  })

  test('of a category that does not exist is empty', async () => {
    assert.deepEqual((await read('/api/news/list?category_id=2')).data, { data: [], total: 0 })
  })

  test('has the same total on a page after the last one', async () => {
    const { total } = (await read('/api/news/list')).data
    assert.deepEqual((await read('/api/news/list?page=400')).data, { data: [], total })
  })

  test('with the longest texts in all languages answers a repeated change alike', async () => {
    const { id } = await desk('create', {})
    const long = { id, revision: 0, title: '"'.repeat(160), description: '\n'.repeat(300) }
    const bodies = languages.map(({ code }) => ({ ...long, language: code, body: '"'.repeat(40_000) }))
    const [last = assert.fail(), ...others] = bodies.reverse()
    for (const text of others) await desk('save', text)
    const request = {
      url: '/desk/api/content/save',
      token,
      body: last,
      headers: { 'idempotency-key': 'save-0001' },
    }
    const first = await app.call(request)
    assert.equal(first.code, 1, first.msg)
    assert.ok(JSON.stringify(first.data).length > 1_400_000)
    assert.deepEqual(await app.call(request), first)
  })
})

describe('a draft', () => {
  test('is not overwritten by an operator who saw an older revision', async () => {
    const { id } = await desk('create', {})
    const text = { id, language: 'en', title: 'One', description: '', body: 'One' }
    const { texts } = await desk('save', { ...text, revision: 0 })
    assert.equal(await refusalOf('save', { ...text, revision: 0 }), 'changed_meanwhile')
    const [{ revision }] = texts
    const removed = await desk('save', { ...text, revision, title: '', body: '' })
    assert.deepEqual(removed.texts, [])
    assert.equal(await refusalOf('save', { ...text, revision }), 'changed_meanwhile')
    // A text written again has a revision of its own, so an older one never matches it.
    const again = await desk('save', { ...text, revision: 0 })
    assert.ok(again.texts[0].revision > revision)
    const asked = { id, revision: removed.revision, edition: 0, scheduled_edition: 0 }
    assert.equal(await refusalOf('publish', asked), 'changed_meanwhile')
  })

  test('is published only with a title and a body in each language, and at a time within a year', async () => {
    const { id } = await desk('create', {})
    assert.equal(await refusalOf('publish', await seen(id)), 'text_incomplete')
    await write(id, { en: 'One' })
    const half = { id, language: 'de', revision: 0, title: 'Eins', description: '', body: '' }
    await desk('save', half)
    assert.equal(await refusalOf('publish', await seen(id)), 'text_incomplete')
    for (const time of [
      'tomorrow',
      '2026-13-01T00:00:00Z',
      at(-minute),
      at(400 * dayMs),
      '2026-06-01T10:00:00',
      '2026-06-31T10:00:00Z',
      at(dayMs).slice(0, 10),
    ])
      assert.equal(await refusalOf('publish', { ...(await seen(id)), at: time }), 'invalid_input')
  })
})

describe('what an operator decides after another one', () => {
  test('is refused if a version was published or scheduled meanwhile', async () => {
    const id = await publishedNews({ en: 'One' })
    await write(id, { en: 'Two' })
    const { revision, ...editions } = await seen(id)
    await publish(id, { at: at(minute) })
    // Publishing does not change the draft, so the revision alone does not tell.
    assert.equal((await seen(id)).revision, revision)
    assert.equal(await refusalOf('publish', { ...editions, revision }), 'changed_meanwhile')
    for (const what of ['article', 'schedule'])
      assert.equal(await refusalOf('unpublish', { ...editions, what }), 'changed_meanwhile')
    assert.equal((await draft(id)).scheduled_edition, 2)
    const scheduled = await seen(id)
    app.advance(minute)
    assert.equal(await refusalOf('publish', scheduled), 'changed_meanwhile')
    assert.equal(
      await refusalOf('unpublish', { ...editions, scheduled_edition: 2, what: 'schedule' }),
      'changed_meanwhile',
    )
    assert.equal((await publish(id)).edition, 3)
  })

  test('makes one version if two publish at the same time', async () => {
    const id = await publishedNews({ en: 'One' })
    await write(id, { en: 'Two' })
    const asked = await seen(id)
    const answers = await Promise.all(
      [1, 2].map(() => app.call({ url: '/desk/api/content/publish', token, body: asked })),
    )
    assert.deepEqual(answers.map(({ data }) => data.reason ?? data.edition).toSorted(), [
      2,
      'changed_meanwhile',
    ])
  })
})

describe('the announcement', () => {
  test('names the countries that registration refuses, in the language of the request', async () => {
    const { data } = await read('/api/default/announcement', 'de')
    const codes = data.countries.map((country: { code: string }) => country.code)
    assert.deepEqual(codes.toSorted(), unsupportedCountries.toSorted())
    assert.ok(data.countries.some((country: { name: string }) => country.name === 'Kuba'))
    await write(await kindId('announcement'), { en: 'Maintenance' })
    await publish(await kindId('announcement'))
    assert.equal((await read('/api/default/announcement', 'de')).data.title, 'Maintenance')
  })
})

describe('legal texts', () => {
  const current = async () => (await read('/api/default/legal?kind=terms')).data
  const missing = async (user: string) =>
    (await app.call({ url: '/api/user/consents', token: user })).data.missing.map(
      (text: { kind: string; edition: number }) => `${text.kind}:${text.edition}`,
    )
  const accept = (user: string, consent: string) =>
    app.call({ url: '/api/user/consent', token: user, body: { consent } })

  test('are accepted once, and again after a version that asks for it', async () => {
    const { token: user } = await registerUser(app, 'reader@example.com')
    const id = await kindId('terms')
    await write(id, { en: 'Terms' })
    for (const asks_consent of [1, 1]) await publish(id, { asks_consent })
    const { edition: first } = await current()
    // The installation comes with texts.
    const others = (await missing(user)).filter((text: string) => !text.startsWith('terms:'))
    assert.deepEqual(await missing(user), [`terms:${first}`, ...others])
    if (others.length > 0) await accept(user, others.join(','))
    for (const wrong of [`terms:${first + 1}`, `terms:${first - 1}`, 'privacy:9'])
      assert.equal((await accept(user, wrong)).data.missing.length, 1)
    assert.equal((await accept(user, 'terms')).data.reason, 'invalid_input')
    assert.deepEqual((await accept(user, `terms:${first}`)).data.missing, [])
    await write(id, { en: 'Terms, a comma' })
    await publish(id)
    assert.deepEqual(await missing(user), [])
    await write(id, { en: 'Terms, worse' })
    await publish(id, { asks_consent: 1, at: at(minute) })
    assert.deepEqual(await missing(user), [])
    assert.equal((await accept(user, `terms:${first + 2}`)).code, 1)
    app.advance(minute)
    assert.deepEqual(await missing(user), [`terms:${first + 2}`])
    // Not in force any more.
    await accept(user, `terms:${first + 1}`)
    assert.deepEqual(await missing(user), [`terms:${first + 2}`])
    await write(id, { en: 'Terms, another comma' })
    await publish(id)
    assert.deepEqual(await missing(user), [`terms:${first + 3}`])
    assert.deepEqual((await accept(user, `terms:${first + 3}`)).data.missing, [])
    const { rows } = await app.database.query(
      'select edition, language, given_with from consents where article_id = $1 order by edition',
      [id],
    )
    assert.deepEqual(rows, [
      { edition: first, language: 'en', given_with: 'request' },
      { edition: first + 3, language: 'en', given_with: 'request' },
    ])
  })

  test('show earlier versions, but none that is scheduled or was cancelled', async () => {
    const id = await kindId('terms')
    const { edition } = await current()
    await write(id, { en: 'Secret plan' })
    await publish(id, { at: at(minute) })
    const ask = (number: number) => read(`/api/default/legal?kind=terms&edition=${number}`)
    assert.equal((await ask(edition + 1)).data.reason, 'not_found')
    await withdraw(id, 'schedule')
    app.advance(2 * minute)
    assert.equal((await ask(edition + 1)).data.reason, 'not_found')
    assert.equal((await current()).edition, edition)
    const { data } = await ask(edition - 3)
    assert.deepEqual([data.title, data.is_current], ['Terms', 0])
    const history = (await read('/api/default/legal_history?kind=terms')).data.slice(0, 4)
    assert.deepEqual(
      history.map((version: { edition: number; asks_consent: number }) => [
        version.edition,
        version.asks_consent,
      ]),
      [
        [edition, 0],
        [edition - 1, 1],
        [edition - 2, 0],
        [edition - 3, 1],
      ],
    )
    // A piece of news is no legal text, and the other way round.
    assert.equal((await info(id)).data.reason, 'not_found')
  })

  test('cannot be unpublished', async () => {
    const { revision: _, ...asked } = await seen(await kindId('terms'))
    assert.equal(await refusalOf('unpublish', { ...asked, what: 'article' }), 'legal_text_kept')
  })

  test('are accepted with a registration, if the version is still in force', async () => {
    const { edition } = await current()
    const register = async (email: string, consent: string) => {
      const sms_code = await codeSentTo(app, email, 1)
      const form = { type: '1', account: email, password, re_password: password, sms_code, consent }
      return await app.call({ url: '/api/user/register', form })
    }
    const malformed = await register('c@example.com', 'terms')
    assert.deepEqual(malformed.data, { reason: 'invalid_input', field: 'consent' })
    const isTerms = (text: string) => text.startsWith('terms:')
    const accepted = await register('a@example.com', `terms:${edition}`)
    assert.deepEqual((await missing(accepted.data.token)).filter(isTerms), [])
    const outdated = await register('b@example.com', `terms:${edition - 1},risk:9`)
    assert.equal(outdated.code, 1)
    assert.deepEqual((await missing(outdated.data.token)).filter(isTerms), [`terms:${edition}`])
    const { rows } = await app.database.query(
      `select user_id from consents where given_with = 'registration'`,
    )
    assert.equal(rows.length, 1)
  })
})

test('changes are audited without the texts', async () => {
  const { rows } = await app.database.query<{ action: string; details: object }>(
    `select action, details from audit_entries where subject like 'article:%'`,
  )
  const actions = new Set(rows.map(({ action }) => action))
  for (const action of [
    'created',
    'text_saved',
    'published',
    'scheduled',
    'schedule_cancelled',
    'unpublished',
    'restored',
  ])
    assert.ok(actions.has(`article_${action}`), action)
  assert.ok(!JSON.stringify(rows).includes('Secret plan'))
})
