import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { array, assert as assertProperty, constantFrom, property, string } from 'fast-check'
import { articleLimits } from '#core/content/article.ts'
import { isAllowedLink, renderMarkdown } from '#server/content/render/render-markdown.ts'
import { hostileMarkdown, hostileNames } from '#test/browser/hostile-texts.ts'

const picture = `/content/pictures/${'0123456789abcdef'.repeat(2)}.jpg`

/** Every tag that may appear, with the form of its attributes. Texts have no bare angle bracket. */
const allowedTag =
  /^<(\/?(h[2-6]|p|blockquote|pre|code|strong|em|s|ul|ol|li|table|thead|tbody|tr|th|td|a)|[bh]r( \/)?|ol start="\d+"|a href="(https?:\/\/|mailto:|\/)[^"<>]*"( target="_blank" rel="noopener noreferrer nofollow")?|img src="\/content\/pictures\/[0-9a-f]{32}\.jpg" alt="[^"<>]*" loading="lazy"( \/)?)>$/

function assertHarmless(html: string | undefined): void {
  assert.ok(html !== undefined)
  for (const [tag] of html.matchAll(/<[^>]*>?/g)) assert.match(tag, allowedTag)
  for (const [link] of html.matchAll(/<a [^>]*https?:[^>]*>/g)) assert.match(link, /noopener/)
}

describe('rendered Markdown', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['headings from h2', '# A\n\n## B', '<h2>A</h2>\n<h3>B</h3>\n'],
    ['headings from h2 if the text begins lower', '### A\n\n#### B', '<h2>A</h2>\n<h3>B</h3>\n'],
    ['HTML as text', '<b>a</b>', '<p>&lt;b&gt;a&lt;/b&gt;</p>\n'],
    [
      'a link to another site, in a new tab',
      '[a](https://example.com/?a=1&b=2)',
      '<p><a href="https://example.com/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer nofollow">a</a></p>\n',
    ],
    ['a link within the site', '[a](/mine/terms "title")', '<p><a href="/mine/terms">a</a></p>\n'],
    [
      'a mail address',
      '<mailto:a@example.com>',
      '<p><a href="mailto:a@example.com">mailto:a@example.com</a></p>\n',
    ],
    [
      'a picture of the shelf',
      `![a "b"](${picture})`,
      `<p><img src="${picture}" alt="a &quot;b&quot;" loading="lazy" /></p>\n`,
    ],
    ['the description of any other picture', '![chart](https://example.com/a.png)', '<p>chart</p>\n'],
    ['code without its language', '```js\na < b\n```', '<pre><code>a &lt; b\n</code></pre>\n'],
    [
      'a table without alignment',
      '|a|\n|-:|\n|1|',
      '<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n</tr>\n</tbody>\n</table>\n',
    ],
  ]
  for (const [name, text, html] of cases)
    test(`shows ${name}`, () => {
      assert.equal(renderMarkdown(text), html)
      assertHarmless(html)
    })

  test('is harmless for hostile texts', () => {
    for (const text of [hostileMarkdown, ...hostileNames]) assertHarmless(renderMarkdown(text))
  })

  test('is harmless for any text made of the pieces of Markdown and HTML', () => {
    const pieces = constantFrom(
      ...[
        '[',
        ']',
        '(',
        ')',
        '!',
        '<',
        '>',
        '"',
        "'",
        '&',
        '\\',
        '`',
        '```',
        '\n',
        '\n\n',
        ' ',
        '    ',
        '\t',
        '#',
        '*',
      ],
      ...[
        '_',
        '|',
        '-',
        '1.',
        ':',
        '~~',
        '&#x6a;',
        '&colon;',
        '&Tab;',
        '%0a',
        '//',
        '/',
        '/\\',
        'javascript:',
        'data:',
      ],
      ...[
        'https://a.example',
        'https://a@b.example',
        'mailto:',
        'script',
        'onerror=',
        'style=',
        'img src=',
        picture,
        'x',
      ],
    )
    const text = array(pieces, { maxLength: 40 }).map((parts) => parts.join(''))
    assertProperty(
      property(text, (text) => assertHarmless(renderMarkdown(text))),
      { numRuns: 1500 },
    )
    assertProperty(
      property(string({ unit: 'binary', maxLength: 60 }), (text) => assertHarmless(renderMarkdown(text))),
    )
  })

  test('is refused if the HTML is many times as long as the text', () => {
    const table = `${'|a'.repeat(3000)}|\n${'|-'.repeat(3000)}|\n${'x\n'.repeat(10_000)}`
    assert.equal(renderMarkdown(table), undefined)
  })

  test('does not take seconds for deep nesting', () => {
    for (const piece of ['>', '> ', '- ', '[', '![[](', '*a_ ', '`a``'])
      assertHarmless(renderMarkdown(piece.repeat(articleLimits.body / piece.length)))
  })
})

test('links lead to web and mail addresses, and to paths of this site', () => {
  const allowed = [
    'https://example.com',
    'HTTP://EXAMPLE.COM/a',
    'mailto:a@example.com',
    '/news',
    '/news?a#b',
  ]
  const refused = [
    ...[
      '',
      'news',
      '#a',
      '//example.com',
      '/\\example.com',
      '/\t/example.com',
      '/.//example.com',
      '/.//example.com@other.example',
      '/news/..//example.com',
      'javascript:alert(1)',
      'data:text/html,a',
    ],
    ...[
      'vbscript:a',
      'file:///etc/passwd',
      'https:example.com',
      'https://user@example.com',
      'https://a:b@example.com',
    ],
    ...['ftp://example.com', 'https://'],
  ]
  for (const address of allowed) assert.ok(isAllowedLink(address), address)
  for (const address of refused) assert.ok(!isAllowedLink(address), address)
})
