import { readFileSync } from 'node:fs'
import type { ArticleKind } from '#core/content/article.ts'

/** An article that comes with the installation. Operators can change or replace it like any other. */
export type SeedArticle = {
  readonly kind: ArticleKind
  /** Marks the article as added, so it never changes and is never reused. */
  readonly slug: string
  readonly texts: readonly SeedText[]
}

export type SeedText = {
  readonly language: (typeof seedLanguages)[number]
  readonly title: string
  readonly description: string
  /** Markdown with headings from level 2. */
  readonly body: string
}

const seedLanguages = ['en', 'hk'] as const

/** News in the order of publication: the last one is listed first. */
const slugs: readonly (readonly [slug: string, kind: ArticleKind])[] = [
  ['welcome', 'announcement'],
  ['terms', 'terms'],
  ['privacy', 'privacy'],
  ['risk', 'risk'],
  ['risk-of-leverage', 'news'],
  ['checking-your-balance', 'news'],
  ['reading-a-receipt', 'news'],
  ['margin-and-close-out', 'news'],
]

export const seedArticles: readonly SeedArticle[] = slugs.map(([slug, kind]) => ({
  kind,
  slug,
  texts: seedLanguages.map((language) => ({ language, ...readText(`articles/${slug}.${language}.md`) })),
}))

function readText(file: string): Omit<SeedText, 'language'> {
  return parseSeedText(readFileSync(new URL(file, import.meta.url), 'utf8'), file)
}

/** A file begins with `# Title` and the description as one paragraph. The rest is the body. */
export function parseSeedText(text: string, file: string): Omit<SeedText, 'language'> {
  const [heading = '', description = '', ...rest] = text
    .replaceAll('\r\n', '\n')
    .trim()
    .split(/\n{2,}/)
  const title = /^# (.+)$/.exec(heading)?.[1]
  if (title === undefined || description.startsWith('#') || rest.length === 0)
    throw new Error(
      `${file} must begin with a title, a description and a body, with blank lines between them`,
    )
  return { title, description: description.replaceAll('\n', ' '), body: rest.join('\n\n') }
}
