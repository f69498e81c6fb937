import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isAppWindow, localPath, readPush } from '#web/service-worker/read-push.ts'

const push = {
  title: '保證金',
  body: 'b',
  tag: 't',
  path: '/order',
  lang: 'zh-Hant-HK',
  dir: 'ltr',
  renotify: true,
} as const

describe('a push', () => {
  test('as the server sends it -> as it is', () => {
    assert.deepEqual(readPush(JSON.stringify(push), ['en']), push)
  })

  for (const text of [
    undefined,
    '',
    'x',
    'null',
    '[]',
    '"text"',
    '{}',
    JSON.stringify({ ...push, title: '' }),
    JSON.stringify({ ...push, title: 5 }),
    JSON.stringify({ ...push, body: 'x'.repeat(5000) }),
    JSON.stringify({ ...push, tag: '' }),
  ])
    test(`${String(text).slice(0, 40)} -> a general notification`, () => {
      const { title, body, path } = readPush(text, ['en-GB'])
      assert.deepEqual(
        [title, body, path],
        ['Openlot', 'You have a new notification. Open the app to read it.', '/mine/notices'],
      )
    })

  test('that cannot be read -> in a language of the browser that has texts', () => {
    const languages = [['zh-TW'], ['fr'], []]
    assert.deepEqual(
      languages.map((preferred) => readPush('', preferred).lang),
      ['zh-Hant-HK', 'en', 'zh-Hant-HK'],
    )
  })
})

describe('a path', () => {
  for (const path of ['/', '/order', '/trade?symbol=EURUSD#x'])
    test(`${path} -> the same`, () => assert.equal(localPath(path), path))

  for (const path of [
    '//evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    '/a\\b',
    'https://evil.example',
    'javascript:alert(1)',
    'order',
    '',
    '/a b',
    `/${'a'.repeat(400)}`,
    undefined,
    7,
  ])
    test(`${JSON.stringify(path)?.slice(0, 40)} -> the notices`, () =>
      assert.equal(localPath(path), '/mine/notices'))
})

test('a window of the console or the documentation is none of the app', () => {
  const of = (path: string) => isAppWindow(`https://m.example.com${path}`)
  assert.deepEqual(['/', '/trade', '/deskwork'].map(of), [true, true, true])
  assert.deepEqual(['/desk', '/desk/users', '/api/docs'].map(of), [false, false, false])
})
