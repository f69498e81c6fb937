// Entry point of content: articles in versions, what users accepted of them, and the public shelf of pictures.
import { type Refusal, refused } from '#contract/outcome.ts'
import { type ArticleKind, type LegalKind, legalKinds } from '#core/content/article.ts'
import type { Accepted } from '#core/content/consent.ts'
import type { SeedArticle } from '#db/seed/articles.ts'
import type { LanguageCode } from '#i18n/languages.ts'
import { countArticles, listArticles, readArticle } from '#server/content/articles-store.ts'
import type {
  Article,
  ArticleResult,
  Edition,
  Editor,
  LegalVersion,
  ListedArticle,
  MissingConsent,
  Page,
  Publication,
  RenderedText,
  VisibleSummary,
  VisibleText,
} from '#server/content/content-types.ts'
import { createNews, restoreEdition, type SavedText, saveText, setLogo } from '#server/content/edit-draft.ts'
import { createNewsCount, listableNews } from '#server/content/news-count.ts'
import { createPictures, type Pictures, type PicturesParts } from '#server/content/pictures.ts'
import { listPublications, readEdition } from '#server/content/publications-store.ts'
import {
  type PublishRequest,
  publishArticle,
  type UnpublishRequest,
  unpublishArticle,
} from '#server/content/publish-article.ts'
import { createRenderThread, type Rendered } from '#server/content/render/render-thread.ts'
import { seedArticles } from '#server/content/seed-articles.ts'
import {
  insertConsents,
  listInForce,
  listLegalVersions,
  listNews,
  readLegalVersion,
  readMissingConsents,
  readVisible,
  type TextInForce,
} from '#server/content/visible-store.ts'
import type { NewBroadcast } from '#server/notices/notices.ts'
import { createBoundedCache } from '#server/platform/bounded-cache.ts'
import { createConcurrencyLimit } from '#server/platform/concurrency-limit.ts'
import type { Timers } from '#server/platform/timers.ts'
import type { PoolClient } from '#server/storage/storage.ts'

export type {
  Article,
  ListedArticle,
  MissingConsent,
  Picture,
  RenderedText,
  VisibleSummary,
} from '#server/content/content-types.ts'

export type Content = {
  /** Newest first, 20 to a page. */
  readonly news: (language: LanguageCode, page: number) => Promise<Page<VisibleSummary>>
  readonly newsPiece: (language: LanguageCode, id: number) => Promise<Read<RenderedText>>
  /** The version in force of a kind with one article. */
  readonly current: (
    language: LanguageCode,
    kind: Exclude<ArticleKind, 'news'>,
  ) => Promise<Read<RenderedText>>
  /** A version that is or was in force. */
  readonly legalText: (
    language: LanguageCode,
    asked: { readonly kind: LegalKind; readonly edition?: number | undefined },
  ) => Promise<Read<RenderedText & { readonly isCurrent: boolean }>>
  readonly legalHistory: (kind: LegalKind) => Promise<readonly LegalVersion[]>
  readonly missingConsents: (userId: number, language: LanguageCode) => Promise<readonly MissingConsent[]>
  /** Records versions that are in force, in the transaction of a registration if `client` is given. Ignores others. */
  readonly recordConsents: (given: Given, client?: PoolClient) => Promise<void>
  /** Versions in force of the articles that users are told about. Without those that came with the installation. */
  readonly inForce: () => Promise<readonly NewBroadcast[]>
  readonly desk: ContentDesk
  readonly pictures: Pictures
  readonly stop: () => Promise<void>
}

type Read<Text> = Text | 'busy' | undefined

export type Given = {
  readonly userId: number
  readonly accepted: Accepted
  readonly language: LanguageCode
  readonly givenWith: 'registration' | 'request'
}

/** For operators. The caller checks the role. */
export type ContentDesk = {
  readonly list: (kind: ArticleKind, page: number) => Promise<Page<ListedArticle>>
  readonly article: (id: number) => Promise<Article | undefined>
  readonly createNews: (editor: Editor) => Promise<ArticleResult>
  readonly saveText: (text: SavedText, editor: Editor) => Promise<ArticleResult>
  readonly setLogo: (
    change: { readonly id: number; readonly revision: number; readonly logo: string },
    editor: Editor,
  ) => Promise<ArticleResult>
  readonly publish: (request: PublishRequest, editor: Editor) => Promise<ArticleResult>
  readonly unpublish: (request: UnpublishRequest, editor: Editor) => Promise<ArticleResult>
  readonly restore: (
    asked: { readonly id: number; readonly edition: number; readonly revision: number },
    editor: Editor,
  ) => Promise<ArticleResult>
  readonly history: (id: number, page: number) => Promise<Page<Publication>>
  readonly edition: (id: number, edition: number) => Promise<RenderedEdition | Refusal>
  readonly render: (text: string) => Promise<Rendered>
}

export type RenderedEdition = Omit<Edition, 'texts'> & {
  readonly kind: 'edition'
  readonly texts: readonly (Edition['texts'][number] & { readonly html: string })[]
}

export type ContentParts = PicturesParts & {
  readonly timers: Timers
  readonly seeds: readonly SeedArticle[]
}

const pageSize = 20
/** The last page that an operator can open. */
const countedArticles = 200_000
/** Texts that operators read or preview are rendered one after the other, so that readers and publishing do not wait. */
const deskReads = { maxRunning: 1, maxQueued: 20 }
/** In characters of HTML. */
const cachedHtml = 8_000_000

/** Publishes the texts that come with the installation, unless that was done before. */
export async function createContent(parts: ContentParts): Promise<Content> {
  const { pool, clock, timers, seeds } = parts
  await seedArticles(parts, seeds)
  const thread = createRenderThread({ timers })
  const newsCount = createNewsCount(parts)
  const rendered = createBoundedCache<Rendered>({
    maxSize: cachedHtml,
    sizeOf: (result) => (result.kind === 'rendered' ? result.html.length : undefined),
  })

  /** A version never changes, so its HTML is kept. */
  async function withHtml<Text extends VisibleText>(text: Text | undefined) {
    if (text === undefined) return undefined
    const { body, ...summary } = text
    const key = `${text.id}:${text.edition}:${text.language}`
    const result = await rendered.get(key, async () => await thread.render(body))
    return result.kind === 'rendered' ? { ...summary, html: result.html } : ('busy' as const)
  }
  const at = (language: LanguageCode) => ({ nowMs: clock.now(), language })

  return {
    async news(language, page) {
      const offset = (page - 1) * pageSize
      const limit = Math.max(0, Math.min(pageSize, listableNews - offset))
      const data = await listNews(pool, at(language), { offset, limit })
      const count = await newsCount.get()
      // The count is kept for a moment, and may lack the newest pieces.
      return { data, total: data.length === 0 ? count : Math.max(count, offset + data.length) }
    },
    newsPiece: async (language, id) =>
      await withHtml(await readVisible(pool, at(language), { kind: 'news', id })),
    current: async (language, kind) => await withHtml(await readVisible(pool, at(language), { kind })),
    async legalText(language, { kind, edition }) {
      const current = await readVisible(pool, at(language), { kind })
      const isCurrent = edition === undefined || edition === current?.edition
      const text = isCurrent ? current : await readLegalVersion(pool, at(language), { kind, edition })
      return await withHtml(text && { ...text, isCurrent })
    },
    legalHistory: async (kind) => await listLegalVersions(pool, kind, clock.now()),
    missingConsents: async (userId, language) =>
      await readMissingConsents(pool, userId, at(language), legalKinds),
    async recordConsents({ userId, accepted, language, givenWith }, client) {
      const kinds = [...accepted.keys()]
      const editions = [...accepted.values()]
      await insertConsents(client ?? pool, { ...at(language), userId, kinds, editions, givenWith })
    },
    inForce: async () => (await listInForce(pool, clock.now())).map(broadcastOf),
    desk: createDesk({ ...parts, thread, newsCount }),
    pictures: createPictures(parts),
    stop: thread.stop,
  }
}

function broadcastOf({ articleId, edition, kind, asksConsent, fromAt, titles }: TextInForce): NewBroadcast {
  const content =
    kind === 'announcement'
      ? ({ kind, titles } as const)
      : ({ kind: 'terms_changed', article: kind, asks: asksConsent } as const)
  return { articleId, edition, fromMs: fromAt.getTime(), content }
}

type DeskParts = ContentParts & {
  readonly thread: ReturnType<typeof createRenderThread>
  readonly newsCount: ReturnType<typeof createNewsCount>
}

function createDesk(parts: DeskParts): ContentDesk {
  const { pool, clock, thread, newsCount } = parts
  const reading = createConcurrencyLimit(deskReads)
  async function invalidateCountAfter(change: Promise<ArticleResult>): Promise<ArticleResult> {
    const result = await change
    newsCount.forget()
    return result
  }
  async function render(text: string): Promise<Rendered> {
    const result = await reading.run(() => thread.render(text))
    return result === 'busy' ? { kind: 'busy' } : result
  }
  return {
    list: async (kind, page) => ({
      data: await listArticles(pool, kind, clock.now(), pageOf(page)),
      total: await countArticles(pool, kind, countedArticles),
    }),
    article: async (id) => await readArticle(pool, id, clock.now()),
    createNews: async (editor) => await createNews(parts, editor),
    saveText: async (text, editor) => await saveText(parts, text, editor),
    setLogo: async (change, editor) => await setLogo(parts, change, editor),
    publish: async (request, editor) => await invalidateCountAfter(publishArticle(parts, request, editor)),
    unpublish: async (request, editor) =>
      await invalidateCountAfter(unpublishArticle(parts, request, editor)),
    restore: async (asked, editor) => await restoreEdition(parts, asked, editor),
    history: async (id, page) => await listPublications(pool, id, pageOf(page)),
    async edition(id, edition) {
      const found = await readEdition(pool, id, edition)
      if (found === undefined) return refused('not_found')
      const texts: RenderedEdition['texts'][number][] = []
      for (const text of found.texts) {
        const result = await render(text.body)
        if (result.kind !== 'rendered') return refused('busy')
        texts.push({ ...text, html: result.html })
      }
      return { ...found, kind: 'edition', texts }
    },
    render,
  }
}

function pageOf(page: number) {
  return { offset: (page - 1) * pageSize, limit: pageSize }
}
