// Example articles and pictures of the operator console.
import type { DeskArticleAnswer, DeskPicture } from '#contract/desk/content.ts'

export const examplePictures: readonly DeskPicture[] = Array.from({ length: 5 }, (_, at) => ({
  name: String(at + 1).padStart(32, 'a'),
  width: 1_600,
  height: 1_008,
  created_at: `2026-03-0${at + 1}T09:30:00.000Z`,
  is_used: at === 0 ? 1 : 0,
}))

export const exampleBody = `Margin is the part of your balance that **secures an open position**.

## How it is computed

1. The notional value in US dollars
2. divided by the *leverage*.

> Above a margin level of 100 % you can open further positions.

| lots | price | margin |
| --- | --- | --- |
| 0.10 | 1.0850 | 108.50 |
| 1.00 | 1.0850 | 1 085.00 |

[Read how close-out works](https://example.com/close-out).`

const chinese = `保證金是您餘額中**用作維持倉位**的部分。

## 如何計算

1. 以美元計的名義價值
2. 除以*槓桿*。`

const arabic = `الهامش هو الجزء من رصيدك الذي **يضمن صفقة مفتوحة**.

## كيف يُحسب

- القيمة الاسمية بالدولار`

export function exampleArticle(id: number, change: Partial<DeskArticleAnswer> = {}): DeskArticleAnswer {
  return {
    id,
    kind: 'news',
    title: `How margin works ${id}`,
    state: 'published',
    has_changes: 1,
    languages: ['hk', 'en', 'ar'],
    published_at: '2026-03-01T08:00:00.000Z',
    scheduled_at: null,
    updated_at: '2026-03-04T08:00:00.000Z',
    logo: examplePictures[0]?.name ?? '',
    revision: 9,
    texts: [
      {
        ...{ language: 'en', title: `How margin works ${id}`, body: exampleBody, revision: 7 },
        description: 'What secures your positions, and when it runs out.',
      },
      { language: 'hk', title: '保證金如何運作', description: '', body: chinese, revision: 8 },
      { language: 'ar', title: 'كيف يعمل الهامش', description: '', body: arabic, revision: 9 },
    ],
    edition: 2,
    scheduled_edition: 0,
    ...change,
  }
}

/** A draft without text. */
export function emptyArticle(id: number, change: Partial<DeskArticleAnswer> = {}): DeskArticleAnswer {
  return exampleArticle(id, {
    ...{ title: '', state: 'draft', has_changes: 0, languages: [], texts: [], logo: '', revision: 0 },
    ...{ published_at: null, edition: 0 },
    ...change,
  })
}

/** The announcement and the legal texts, whose ids are 101 to 104. */
export const exampleTexts: readonly DeskArticleAnswer[] = [
  exampleArticle(101, { kind: 'announcement', title: 'Countries we serve', logo: '' }),
  exampleArticle(102, { kind: 'terms', title: 'Terms', logo: '' }),
  emptyArticle(103, { kind: 'privacy' }),
  emptyArticle(104, { kind: 'risk' }),
]
