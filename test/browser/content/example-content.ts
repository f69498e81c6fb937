// Texts of operators, and the answers of the calls that read them.
import type {
  AnnouncementAnswer,
  LegalHistoryAnswer,
  LegalTextAnswer,
  NewsInfoAnswer,
  NewsItem,
  NewsListAnswer,
} from '#contract/calls/content.ts'
import type { StubbedCalls } from '#test/browser/account/stub-calls.ts'

export const paths = {
  list: '/api/news/list',
  info: '/api/news/info',
  announcement: '/api/default/announcement',
  legal: '/api/default/legal',
  history: '/api/default/legal_history',
  missing: '/api/user/consents',
  consent: '/api/user/consent',
} as const

type Asked = { readonly url: () => string }
const asked = (request: Asked, name: string) => new URL(request.url()).searchParams.get(name)

export const picture = '/content/pictures/0123456789abcdef0123456789abcdef.jpg'

export function newsItem(id: number, fields: Partial<NewsItem> = {}): NewsItem {
  return {
    id,
    title: `How margin and close-out work, part ${id}`,
    desc: 'What is reserved when you open a position, and what happens when the market moves against you.',
    logo: '',
    created_at: '2026-11-14T09:30:00.000Z',
    language: 'en',
    ...fields,
  }
}

const pageSize = 20

/** Answers each page of these pieces. */
export const newsPages =
  (items: readonly NewsItem[]) =>
  (request: Asked): NewsListAnswer => {
    const first = (Number(asked(request, 'page') ?? 1) - 1) * pageSize
    return { data: items.slice(first, first + pageSize), total: items.length }
  }

/** Every kind of element that the server renders, but a picture. */
export const everyElement = `<h2>What is reserved</h2>
<p>Each position reserves <strong>margin</strong>, as <em>the ticket</em> shows it. Read <a href="/trade">the ticket</a>,
<a href="https://foreign.example/margin">an explanation elsewhere</a> or
<a href="/news/detail?id=2">the next part of this series</a>.</p>
<h3>The formula</h3>
<ul><li>lots × contract size × price ÷ leverage</li><li>in US dollars<ul><li>at the current rate</li></ul></li></ul>
<ol start="3"><li>Open a position</li><li>Look at <code>Margin</code></li></ol>
<blockquote><p>Losses can reach your whole balance.</p></blockquote>
<table><thead><tr><th>Market</th><th>Leverage</th><th>Contract size</th><th>Margin of one lot at the price</th></tr></thead>
<tbody><tr><td>EUR/USD</td><td>100</td><td>100,000</td><td>1,084.30 USD at 1.08430</td></tr>
<tr><td>XAU/USD</td><td>100</td><td>100</td><td>2,650.10 USD at 2,650.10</td></tr></tbody></table>
<pre><code>margin = lots * size * price / leverage
</code></pre>
<hr>
<h4>Examples</h4>
`

export const pictureInText = `<p><img src="${picture}" alt="The ticket with its margin"></p>`

export function newsArticle(id: number, fields: Partial<NewsInfoAnswer> = {}): NewsInfoAnswer {
  const item = newsItem(id)
  return { ...item, content: everyElement, updated_at: item.created_at, ...fields }
}

export const announcement: AnnouncementAnswer = {
  edition: 4,
  title: 'Trading hours over the holidays',
  content:
    '<p>Markets close early on <strong>24 December</strong>. Stops cannot fill while they are closed.</p>',
  countries: [
    { code: 'KP', name: 'North Korea' },
    { code: 'IL', name: 'Israel' },
    { code: 'CN', name: 'China' },
    { code: 'HK', name: 'Hong Kong' },
    { code: 'VU', name: 'Vanuatu' },
    { code: 'CU', name: 'Cuba' },
  ],
  updated_at: '2026-11-14T09:30:00.000Z',
  language: 'en',
}

const titles: Readonly<Record<string, string>> = {
  terms: 'Terms of service',
  privacy: 'Privacy notice',
  risk: 'Risk notice',
}

/** Current versions. */
export const editions: Readonly<Record<string, number>> = { terms: 3, privacy: 1, risk: 2 }

export function legalText(kind: string, edition = editions[kind] ?? 0): LegalTextAnswer {
  return {
    kind,
    edition,
    is_current: edition === editions[kind] ? 1 : 0,
    title: titles[kind] ?? '',
    content: `<h2>1. Who we are</h2><p>Text of ${kind} in version ${edition}. See <a href="/legal/risk">the risks of trading</a>.</p>`,
    updated_at: `2026-0${edition}-14T09:30:00.000Z`,
    language: 'en',
  }
}

export const legalHistory = (kind: string): LegalHistoryAnswer =>
  Array.from({ length: editions[kind] ?? 0 }, (_, position) => ({
    edition: position + 1,
    published_at: `2026-0${position + 1}-14T09:30:00.000Z`,
    asks_consent: 1,
  })).reverse()

/** What the user has not accepted. */
export const missing = (...kinds: readonly string[]) => ({
  missing: kinds.map((kind) => {
    const { edition, title, updated_at } = legalText(kind)
    return { kind, edition, title, updated_at }
  }),
})

/** Answers of all calls: three pieces of news, an announcement, and legal texts that the user has accepted. */
export function contentCalls(): StubbedCalls {
  return {
    [paths.list]: newsPages([newsItem(1), newsItem(2), newsItem(3)]),
    [paths.info]: (request: Asked) => newsArticle(Number(asked(request, 'id'))),
    [paths.announcement]: announcement,
    [paths.legal]: (request: Asked) => {
      const kind = asked(request, 'kind') ?? ''
      const edition = Number(asked(request, 'edition') ?? editions[kind])
      return edition > (editions[kind] ?? 0)
        ? { refused: 'Not found.', reason: 'not_found' }
        : legalText(kind, edition)
    },
    [paths.history]: (request: Asked) => legalHistory(asked(request, 'kind') ?? ''),
    [paths.missing]: missing(),
  }
}
