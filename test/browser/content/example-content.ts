// Texts of operators, and the answers of the calls that read them.
import type {
  AnnouncementAnswer,
  LegalHistoryAnswer,
  LegalTextAnswer,
  NewsInfoAnswer,
  NewsItem,
  NewsListAnswer,
} from '#contract/calls/content.ts'
import { renderMarkdown } from '#server/content/render/render-markdown.ts'
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

/** Every kind of element that the server lets through, but a picture. */
export const everyElement = String(
  renderMarkdown(`## What is reserved

Each position reserves **margin**, as *the ticket* shows it. Read [the ticket](/trade),
[an explanation elsewhere](https://foreign.example/margin) or
[the next part of this series](/news/detail?id=2).

### The formula

- lots × contract size × price ÷ leverage
- in US dollars
  - at the current rate

3. Open a position
4. Look at \`Margin\`

> Losses can reach your whole balance.

| Market  | Leverage | Contract size | Margin of one lot at the price |
| ------- | -------- | ------------- | ------------------------------ |
| EUR/USD | 100      | 100,000       | 1,084.30 USD at 1.08430        |
| XAU/USD | 100      | 100           | 2,650.10 USD at 2,650.10       |

\`\`\`
margin = lots * size * price / leverage
\`\`\`

---

#### Examples

A close-out at ~~30 %~~ 50 %\\
since May

##### Forex

###### Majors
`),
)

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
