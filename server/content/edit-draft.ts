// Changes of drafts. Each is refused if the operator has not seen the newest revision, and audited with it.
import { refused } from '#contract/outcome.ts'
import { recordAudit } from '#server/audit/audit.ts'
import {
  countArticles,
  deleteDraftText,
  insertNews,
  type LockedArticle,
  lockArticle,
  lockNewArticles,
  raiseRevision,
  readArticle,
  readLockedArticle,
  textRevision,
  type WrittenText,
  writeDraftText,
  writeLogo,
} from '#server/content/articles-store.ts'
import type { Article, ArticleResult, DraftText, Editor } from '#server/content/content-types.ts'
import { readEdition } from '#server/content/publications-store.ts'
import { renderedPictures } from '#server/content/render/picture-names.ts'
import type { RenderThread } from '#server/content/render/render-thread.ts'
import type { Clock } from '#server/platform/clock.ts'
import { inTransaction, type Pool, type PoolClient } from '#server/storage/storage.ts'

export type EditParts = { readonly pool: Pool; readonly clock: Clock }
export type TextParts = EditParts & { readonly thread: Pick<RenderThread, 'render'> }

const maxNews = 1_000_000

export async function createNews({ pool, clock }: EditParts, editor: Editor): Promise<ArticleResult> {
  return await inTransaction(pool, async (client) => {
    await lockNewArticles(client)
    if ((await countArticles(client, 'news', maxNews)) >= maxNews) return refused('articles_limit')
    const id = await insertNews(client, clock.now())
    await auditArticle(client, editor, { id, action: 'article_created' })
    return await changedArticle(client, id, clock.now())
  })
}

export type SavedText = DraftText & { readonly id: number; readonly revision: number }

/** Without title and body the text is removed. Rendered before the transaction, because that takes a while. */
export async function saveText(
  parts: TextParts,
  { id, language, revision, ...typed }: SavedText,
  editor: Editor,
): Promise<ArticleResult> {
  const title = typed.title.trim()
  const description = typed.description.trim()
  const isRemoved = title === '' && typed.body.trim() === ''
  const pictures = await renderedPictures(parts.thread, typed.body)
  if (pictures === 'busy') return refused('busy')
  return await editArticle(parts, id, async (client, article, nowMs) => {
    if ((await textRevision(client, id, language)) !== revision) return 'changed_meanwhile'
    if (isRemoved && revision === 0) return undefined
    const newRevision = await raiseRevision(client, article.id, nowMs)
    if (isRemoved) await deleteDraftText(client, id, language)
    else {
      const { body } = typed
      const text = { language, title, description, body, revision: newRevision, pictures }
      await writeDraftText(client, id, text)
    }
    const details = { language, revision: newRevision, characters: isRemoved ? 0 : typed.body.length }
    await auditArticle(client, editor, { id, action: 'article_text_saved', details })
    return undefined
  })
}

export async function setLogo(
  parts: EditParts,
  { id, revision, logo }: { readonly id: number; readonly revision: number; readonly logo: string },
  editor: Editor,
): Promise<ArticleResult> {
  return await editArticle(parts, id, async (client, article, nowMs) => {
    if (article.revision !== revision) return 'changed_meanwhile'
    if (!(await writeLogo(client, id, logo))) return 'not_found'
    await raiseRevision(client, id, nowMs)
    await auditArticle(client, editor, { id, action: 'article_logo_set', details: { logo } })
    return undefined
  })
}

/** Replaces the whole draft by the texts and the picture of a version. */
export async function restoreEdition(
  parts: TextParts,
  { id, edition, revision }: { readonly id: number; readonly edition: number; readonly revision: number },
  editor: Editor,
): Promise<ArticleResult> {
  const restored = await readEdition(parts.pool, id, edition)
  if (restored === undefined) return refused('not_found')
  const texts: Omit<WrittenText, 'revision'>[] = []
  for (const text of restored.texts) {
    const pictures = await renderedPictures(parts.thread, text.body)
    if (pictures === 'busy') return refused('busy')
    texts.push({ ...text, pictures })
  }
  return await editArticle(parts, id, async (client, article, nowMs) => {
    if (article.revision !== revision) return 'changed_meanwhile'
    const newRevision = await raiseRevision(client, id, nowMs)
    await deleteDraftText(client, id)
    for (const text of texts) await writeDraftText(client, id, { ...text, revision: newRevision })
    await writeLogo(client, id, restored.logo)
    await auditArticle(client, editor, { id, action: 'article_restored', details: { edition } })
    return undefined
  })
}

type EditRefusal =
  | 'not_found'
  | 'changed_meanwhile'
  | 'text_incomplete'
  | 'legal_text_kept'
  | 'articles_limit'

/** Locks the article and answers with its new state. A refusal has to come before the first write. */
export async function editArticle(
  { pool, clock }: EditParts,
  id: number,
  edit: (client: PoolClient, article: LockedArticle, nowMs: number) => Promise<EditRefusal | undefined>,
): Promise<ArticleResult> {
  return await inTransaction(pool, async (client) => {
    await lockArticle(client, id)
    // Read after the wait: a version that others have seen by now is no longer scheduled.
    const nowMs = clock.now()
    const article = await readLockedArticle(client, id, nowMs)
    if (article === undefined) return refused('not_found')
    const refusal = await edit(client, article, nowMs)
    return refusal === undefined ? await changedArticle(client, id, nowMs) : refused(refusal)
  })
}

async function changedArticle(client: PoolClient, id: number, nowMs: number): Promise<ArticleResult> {
  const article: Article | undefined = await readArticle(client, id, nowMs)
  if (article === undefined) throw new Error(`article ${id} is gone`)
  return { kind: 'changed', article }
}

type ArticleAction = {
  readonly id: number
  readonly action: string
  readonly details?: Readonly<Record<string, unknown>>
}

/** Never with the texts themselves: they are in the versions. */
export async function auditArticle(
  client: PoolClient,
  { operatorId, email: who, address }: Editor,
  { id, action, details = {} }: ArticleAction,
): Promise<void> {
  await recordAudit(client, { operatorId, who, action, subject: `article:${id}`, details, address })
}
