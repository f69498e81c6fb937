import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { linkTarget } from '#web/parts/article/link-target.ts'

describe('a link of an article leads', () => {
  const origin = 'https://app.example'
  const screens: readonly (readonly [string, string])[] = [
    ['/news/detail?id=3', '/news/detail?id=3'],
    ['https://app.example/trade', '/trade'],
    ['/../mine/charge', '/mine/charge'],
    ['https://app.example', '/'],
  ]
  for (const [href, path] of screens)
    test(`from ${href} to a screen`, () =>
      assert.deepEqual(linkTarget(href, origin), { kind: 'screen', path }))

  const pages: readonly (readonly [string, string])[] = [
    ['https://foreign.example/a', 'https://foreign.example/a'],
    ['//foreign.example/a', 'https://foreign.example/a'],
    ['/\\foreign.example/a', 'https://foreign.example/a'],
    ['https://app.example@foreign.example/', 'https://app.example@foreign.example/'],
    ['http://app.example/trade', 'http://app.example/trade'],
    ['mailto:help@app.example', 'mailto:help@app.example'],
    ['/content/pictures/a.jpg', 'https://app.example/content/pictures/a.jpg'],
  ]
  for (const [href, address] of pages)
    test(`from ${href} to another page`, () =>
      assert.deepEqual(linkTarget(href, origin), { kind: 'page', address }))

  const refused = [
    'javascript:x',
    ' JaVaScRiPt:x',
    'java\nscript:x',
    'data:text/html,x',
    'vbscript:x',
    'blob:x',
  ]
  for (const href of [...refused, 'file:///etc', 'https://', '/.//foreign.example', '', '#part'])
    test(`from ${JSON.stringify(href)} nowhere`, () => assert.equal(linkTarget(href, origin), undefined))
})
