// Publishing, scheduling and unpublishing.
import { refused } from '#contract/outcome.ts'
import { dayMs } from '#core/candle/period.ts'
import { isLegalKind } from '#core/content/article.ts'
import { type LockedArticle, readArticle } from '#server/content/articles-store.ts'
import type { ArticleResult, Editor } from '#server/content/content-types.ts'
import { auditArticle, type EditParts, editArticle, type TextParts } from '#server/content/edit-draft.ts'
import {
  cancelSchedule,
  insertEdition,
  lastEdition,
  publishEdition,
  unpublish,
} from '#server/content/publications-store.ts'
import { pictureNames } from '#server/content/render/picture-names.ts'
import type { PoolClient } from '#server/storage/storage.ts'

/** What the operator saw; 0 without one. */
type SeenEditions = { readonly edition: number; readonly scheduledEdition: number }

export type PublishRequest = {
  readonly id: number
  readonly seen: SeenEditions
  /** The revision of the draft that the operator saw. */
  readonly revision: number
  /** Undefined for now. */
  readonly atMs: number | undefined
  readonly asksConsent: boolean
}

const maxAheadMs = 366 * dayMs
const maxEditions = 10_000

/** Every text must be complete and can be rendered. A schedule that has not begun is replaced. */
export async function publishArticle(
  parts: TextParts,
  request: PublishRequest,
  editor: Editor,
): Promise<ArticleResult> {
  const { id, revision, atMs } = request
  const askedMs = parts.clock.now()
  if (atMs !== undefined && !(atMs > askedMs && atMs <= askedMs + maxAheadMs))
    return refused('invalid_input', { field: 'at' })
  const pictures = await usedPictures(parts, request)
  if (typeof pictures === 'string') return refused(pictures)
  return await editArticle(parts, id, async (client, article, nowMs) => {
    if (article.revision !== revision || !isSeen(article, request.seen)) return 'changed_meanwhile'
    const edition = (await lastEdition(client, id)) + 1
    if (edition > maxEditions) return 'articles_limit'
    const asksConsent = mustBeAccepted(article, request)
    const fromMs = Math.max(nowMs, atMs ?? nowMs)
    const by = { id, nowMs, operatorId: editor.operatorId }
    await cancelPending(client, article, by, editor)
    await insertEdition(client, { ...by, edition, asksConsent, pictures })
    await publishEdition(client, { ...by, edition, fromMs })
    const action = atMs === undefined ? 'article_published' : 'article_scheduled'
    const details = { edition, from: new Date(fromMs).toISOString(), asks_consent: asksConsent }
    await auditArticle(client, editor, { id, action, details })
    return undefined
  })
}

/**
 * Pictures in the texts of the draft, or why it cannot be published. Before the transaction, because rendering takes a
 * while. The revision says whether it still holds.
 */
async function usedPictures({ pool, clock, thread }: TextParts, { id, revision }: PublishRequest) {
  const draft = await readArticle(pool, id, clock.now())
  if (draft === undefined) return 'not_found'
  if (draft.revision !== revision) return 'changed_meanwhile'
  if (draft.texts.length === 0) return 'text_incomplete'
  if (draft.texts.some(({ title, body }) => title === '' || body.trim() === '')) return 'text_incomplete'
  const pictures: string[] = []
  for (const { body } of draft.texts) {
    const result = await thread.render(body)
    if (result.kind === 'busy') return 'busy'
    if (result.kind === 'too_complex') return 'text_too_complex'
    pictures.push(...pictureNames(result.html))
  }
  return pictures
}

/** Publishing and unpublishing change the versions, and not the revision of the draft. */
function isSeen({ liveEdition, nextEdition }: LockedArticle, seen: SeenEditions): boolean {
  return (liveEdition ?? 0) === seen.edition && (nextEdition ?? 0) === seen.scheduledEdition
}

/** The first version of a legal text is always accepted by users. Other articles never are. */
function mustBeAccepted({ kind, liveEdition }: LockedArticle, { asksConsent }: PublishRequest): boolean {
  return isLegalKind(kind) && (asksConsent || liveEdition === null)
}

type Decision = { readonly id: number; readonly nowMs: number; readonly operatorId: number }

/** An older version must not replace a newer one later. */
async function cancelPending(
  client: PoolClient,
  { nextEdition }: LockedArticle,
  by: Decision,
  editor: Editor,
): Promise<void> {
  if (nextEdition === null) return
  await cancelSchedule(client, by)
  const details = { edition: nextEdition }
  await auditArticle(client, editor, { id: by.id, action: 'article_schedule_cancelled', details })
}

export type UnpublishRequest = {
  readonly id: number
  /** `schedule` cancels only what is scheduled, `article` both. */
  readonly what: 'article' | 'schedule'
  readonly seen: SeenEditions
}

export async function unpublishArticle(
  parts: EditParts,
  { id, what, seen }: UnpublishRequest,
  editor: Editor,
): Promise<ArticleResult> {
  return await editArticle(parts, id, async (client, article, nowMs) => {
    const by = { id, nowMs, operatorId: editor.operatorId }
    if (what === 'article' && isLegalKind(article.kind)) return 'legal_text_kept'
    if (!isSeen(article, seen)) return 'changed_meanwhile'
    if (what === 'schedule') {
      if (article.nextEdition === null) return 'changed_meanwhile'
      await cancelPending(client, article, by, editor)
      return undefined
    }
    if (article.liveEdition === null) return 'changed_meanwhile'
    await cancelPending(client, article, by, editor)
    await unpublish(client, by)
    const details = { edition: article.liveEdition }
    await auditArticle(client, editor, { id, action: 'article_unpublished', details })
    return undefined
  })
}
