import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Request } from 'playwright-core'
import { placeOf, setUpAccountPhones } from '#test/browser/account/account-phones.ts'
import { aborted, type StubbedCalls } from '#test/browser/account/stub-calls.ts'
import {
  contentCalls,
  everyElement,
  newsArticle,
  newsItem,
  newsPages,
  paths,
  picture,
  pictureInText,
} from '#test/browser/content/example-content.ts'
import { assertInert, hostileMarkdown, hostileNames } from '#test/browser/hostile-texts.ts'
import { en } from '#test/browser/words.ts'
import { photo } from '#test/uploads/pictures.ts'

const phones = setUpAccountPhones()

const open = (path: string, calls: StubbedCalls = {}, options = {}) =>
  phones.open(path, { ...contentCalls(), ...calls }, options)

const notFound = { refused: 'Not found.', reason: 'not_found' }

describe('the news', () => {
  test('load page by page, open, and are where they were on the way back', async () => {
    const items = Array.from({ length: 45 }, (_, position) => newsItem(45 - position))
    const { page, made } = await open('/', { [paths.list]: newsPages(items) })
    await page.getByRole('link', { name: en('home.news') }).tap()
    const rows = page.locator('[data-screen=news] main li')
    await rows.first().waitFor()
    const last = page.getByText('part 1', { exact: false }).last()
    await page.waitForFunction(() => {
      const main = document.querySelector('[data-screen=news] main')
      main?.scrollTo(0, main.scrollHeight)
      return document.querySelectorAll('[data-screen=news] main li').length === 45
    })
    assert.deepEqual(
      made(paths.list).map((request) => new URL(request.url()).searchParams.get('page')),
      ['1', '2', '3'],
    )
    await page.getByText(en('list.end')).waitFor()
    await last.scrollIntoViewIfNeeded()
    await rows.nth(42).tap()
    await page.locator('.article h2').waitFor()
    assert.equal(placeOf(page), '/news/detail?id=3')
    await page.goBack()
    await page.locator('[data-screen=news]').waitFor()
    assert.equal(await rows.nth(42).isVisible(), true)
  })

  test('say that there are none, or that they could not be loaded, and are read again', async () => {
    const { page, calls } = await open('/news', { [paths.list]: aborted }, { allowConsoleErrors: true })
    await page.getByText(en('news.failed')).waitFor()
    calls[paths.list] = newsPages([])
    await page.getByRole('button', { name: en('list.retry') }).tap()
    await page.getByText(en('news.none')).waitFor()
  })

  test('keep the loaded page if the next one fails', async () => {
    const items = Array.from({ length: 25 }, (_, position) => newsItem(25 - position))
    const { page, calls } = await open(
      '/news',
      {
        [paths.list]: (request: Request) =>
          /page=2/.test(request.url()) ? aborted : newsPages(items)(request),
      },
      { allowConsoleErrors: true },
    )
    const rows = page.locator('[data-screen=news] main li')
    await rows.nth(19).scrollIntoViewIfNeeded()
    await page.getByText(en('news.failed')).waitFor()
    assert.equal(await rows.count(), 20)
    calls[paths.list] = newsPages(items)
    await page.getByRole('button', { name: en('list.retry') }).tap()
    await page.getByText(en('list.end')).waitFor()
  })
})

/** Those of `render-markdown.ts`. */
const allowedTags =
  'a blockquote br code em h2 h3 h4 h5 h6 hr img li ol p pre s strong table tbody td th thead tr ul'.split(
    ' ',
  )

describe('an article', () => {
  test('shows every element that the server lets through, and a picture that can be loaded', async () => {
    const { page } = await open('/language', {
      [paths.info]: newsArticle(1, {
        logo: picture,
        content: `${everyElement}${pictureInText}`,
        updated_at: '2026-11-15T09:30:00.000Z',
      }),
    })
    const body = await photo({ width: 64, height: 36 })
    await page.route('**/content/pictures/*', (route) => route.fulfill({ body, contentType: 'image/jpeg' }))
    await page.goto('/news/detail?id=1')
    const article = page.locator('.article')
    await article.waitFor()
    const tags = await article
      .locator('*')
      .evaluateAll((elements) => elements.map(({ localName }) => localName))
    assert.deepEqual([...new Set(tags)].sort(), allowedTags)
    for (const part of ['ul ul', 'ol[start="3"]', 'pre code', 'table td'])
      assert.ok((await article.locator(part).count()) > 0, part)
    const struck = article.locator('s', { hasText: '30 %' })
    assert.match(
      await struck.evaluate((element) => getComputedStyle(element).textDecorationLine),
      /line-through/,
    )
    assert.equal(await page.locator(`article img[src="${picture}"]`).count(), 2)
    await page.getByText(en('news.updated', { date: '\u2068Nov 15, 2026\u2069' })).waitFor()
    assert.equal(await page.getByText('only available in').count(), 0)
  })

  test('leads to screens in the app, and to other pages in a new tab', async () => {
    const { page } = await open('/news/detail?id=1')
    const foreign = page.getByRole('link', { name: 'an explanation elsewhere' })
    assert.deepEqual(
      [await foreign.getAttribute('target'), await foreign.getAttribute('rel')],
      ['_blank', 'noopener noreferrer'],
    )
    await page.evaluate(() => document.documentElement.setAttribute('data-same-page', ''))
    await page.getByRole('link', { name: 'the next part' }).tap()
    await page.getByRole('heading', { name: 'part 2' }).waitFor()
    assert.equal(await page.locator('html[data-same-page]').count(), 1)
  })

  test('in another language says so, and has the direction of its text', async () => {
    const { page } = await open('/news/detail?id=1', { [paths.info]: newsArticle(1, { language: 'ar' }) })
    await page.getByText('only available in').waitFor()
    const article = page.locator('.article')
    assert.deepEqual([await article.getAttribute('lang'), await article.getAttribute('dir')], ['ar', 'rtl'])
  })

  test('that is not published leads back to the news, without a call for a wrong address', async () => {
    const { page, made } = await open('/news/detail?id=99', { [paths.info]: notFound })
    await page.getByText(en('news.unknown'), { exact: true }).waitFor()
    await page.getByRole('link', { name: en('news.all') }).tap()
    await page.waitForURL(/\/news$/)
    assert.equal(made(paths.info).length, 1)
    await page.goto('/news/detail?id=1e3')
    await page.getByText(en('news.unknown'), { exact: true }).waitFor()
    assert.equal(made(paths.info).length, 1)
  })

  test('is covered by the loading indicator until it arrives, and is read again after a failure', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const answer = async () => {
      await held
      return aborted
    }
    const { page, calls } = await open('/news', { [paths.info]: answer }, { allowConsoleErrors: true })
    await page.locator('[data-screen=news] main li a').first().tap()
    await page.locator('[data-screen=news_detail]').waitFor()
    await page.locator('.z-80').waitFor()
    release()
    await page.getByText(en('article.failed')).waitFor()
    await page.locator('.z-80').waitFor({ state: 'hidden' })
    calls[paths.info] = newsArticle(1)
    await page.getByRole('button', { name: en('list.retry') }).tap()
    await page.locator('.article').waitFor()
  })
})

/** The browser reports that it has blocked the styles in these texts. */
const blockedStyles = { allowConsoleErrors: true }

describe('hostile texts are inert', () => {
  const hostileHtml = `<p>safe</p>${hostileMarkdown}<svg><script>window.wasInjected=true</script></svg>
<a href="javascript:window.wasInjected=true">run</a><a href="/\\foreign.example/">away</a>
<math><mtext><table><mglyph><style><img src=x onerror="window.wasInjected=true"></style></mglyph></table></mtext></math>
<template><img src=x onerror="window.wasInjected=true"></template><object data="https://foreign.example/"></object>
${'<blockquote>'.repeat(3000)}deep`

  test('in the list and in an article, even if the server had not cleaned them', async () => {
    const [title = '', desc = ''] = hostileNames
    const hostile = { title: hostileNames.join(' '), desc, logo: 'https://foreign.example/track.png' }
    const { page } = await open(
      '/news',
      {
        [paths.list]: newsPages([newsItem(1, hostile), newsItem(2, { title, logo: '"><svg onload=x>' })]),
        [paths.info]: newsArticle(1, { ...hostile, content: hostileHtml }),
      },
      blockedStyles,
    )
    await page.locator('[data-screen=news] main li').first().waitFor()
    await assertInert(page)
    await page.goto('/news/detail?id=1')
    await page.locator('.article').getByText('safe', { exact: true }).waitFor()
    await assertInert(page)
    assert.equal(await page.locator('article img, .article form, .article input').count(), 0)
  })
})
