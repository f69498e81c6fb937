// Articles and public pictures in the operator console.
import {
  type DeskArticleAnswer,
  type DeskListedArticle,
  type DeskPicture,
  deskAddPicture,
  deskArticle,
  deskArticleEdition,
  deskArticleHistory,
  deskArticles,
  deskCreateNews,
  deskPictures,
  deskPreviewText,
  deskPublishArticle,
  deskRemovePicture,
  deskRestoreEdition,
  deskSaveArticleText,
  deskSetArticleLogo,
  deskUnpublishArticle,
} from '#contract/desk/content.ts'
import { answered, type Outcome, refused } from '#contract/outcome.ts'
import { readEventTime } from '#core/calendar/event-time.ts'
import type { Article, Content, ListedArticle, Picture } from '#server/content/content.ts'
import { type Caller, operatorRoute, type Route } from '#server/gateway/gateway.ts'
import type { Operators, SessionOperator } from '#server/operators/operators.ts'

export type ContentDeskParts = {
  readonly operators: Pick<Operators, 'authenticate'>
  readonly content: Pick<Content, 'desk' | 'pictures'>
}

/** Every call of contract/desk/content.ts. The module audits the changes. */
export function contentDeskRoutes(parts: ContentDeskParts): readonly Route[] {
  return [
    readArticles(parts),
    readArticle(parts),
    createArticle(parts),
    saveArticleText(parts),
    setArticleLogo(parts),
    publish(parts),
    unpublish(parts),
    readHistory(parts),
    readEdition(parts),
    restore(parts),
    preview(parts),
    readPictures(parts),
    addPicture(parts),
    removePicture(parts),
  ]
}

function editorOf({ operatorId, email }: SessionOperator, { address }: Pick<Caller, 'address'>) {
  return { operatorId, email, address }
}

type ArticleChange = Awaited<ReturnType<Content['desk']['createNews']>>

function changeAnswer(change: ArticleChange): Outcome<DeskArticleAnswer> {
  return change.kind === 'changed' ? answered(articleToWire(change.article), 'done.saved') : change
}

function listedToWire(article: ListedArticle): DeskListedArticle {
  const { id, kind, title, state, languages, publishedAt, scheduledAt, updatedAt } = article
  return {
    ...{ id, kind, title, state, languages: [...languages] },
    has_changes: article.hasChanges ? 1 : 0,
    published_at: publishedAt?.toISOString() ?? null,
    scheduled_at: scheduledAt?.toISOString() ?? null,
    updated_at: updatedAt.toISOString(),
  }
}

function articleToWire(article: Article): DeskArticleAnswer {
  const { logo, revision, texts, edition, scheduledEdition } = article
  const whole = { logo, revision, texts: [...texts], edition, scheduled_edition: scheduledEdition }
  return { ...listedToWire(article), ...whole }
}

function readArticles({ operators, content }: ContentDeskParts): Route {
  return operatorRoute(deskArticles, operators.authenticate, async ({ kind, page }) => {
    const { data, total } = await content.desk.list(kind, page)
    return answered({ data: data.map(listedToWire), total })
  })
}

function readArticle({ operators, content }: ContentDeskParts): Route {
  return operatorRoute(deskArticle, operators.authenticate, async ({ id }) => {
    const article = await content.desk.article(id)
    return article === undefined ? refused('not_found') : answered(articleToWire(article))
  })
}

function createArticle({ operators, content }: ContentDeskParts): Route {
  return operatorRoute(deskCreateNews, operators.authenticate, async (_, by, caller) =>
    changeAnswer(await content.desk.createNews(editorOf(by, caller))),
  )
}

function saveArticleText({ operators, content }: ContentDeskParts): Route {
  return operatorRoute(deskSaveArticleText, operators.authenticate, async (text, by, caller) =>
    changeAnswer(await content.desk.saveText(text, editorOf(by, caller))),
  )
}

function setArticleLogo({ operators, content }: ContentDeskParts): Route {
  return operatorRoute(deskSetArticleLogo, operators.authenticate, async (change, by, caller) =>
    changeAnswer(await content.desk.setLogo(change, editorOf(by, caller))),
  )
}

function publish({ operators, content }: ContentDeskParts): Route {
  return operatorRoute(deskPublishArticle, operators.authenticate, async (input, by, caller) => {
    const { id, revision, edition, scheduled_edition: scheduledEdition, at, asks_consent } = input
    const atMs = at === undefined ? undefined : readInstant(at)
    if (at !== undefined && atMs === undefined) return refused('invalid_input', { field: 'at' })
    const seen = { edition, scheduledEdition }
    const request = { id, seen, revision, atMs, asksConsent: asks_consent === 1 }
    return changeAnswer(await content.desk.publish(request, editorOf(by, caller)))
  })
}

/** With its time zone: the operator and the server may be in different ones. */
function readInstant(text: string): number | undefined {
  const time = readEventTime(text, '')
  return time.ok && !time.isAllDay ? time.timeMs : undefined
}

function unpublish({ operators, content }: ContentDeskParts): Route {
  return operatorRoute(deskUnpublishArticle, operators.authenticate, async (input, by, caller) => {
    const { id, what, edition, scheduled_edition: scheduledEdition } = input
    const request = { id, what, seen: { edition, scheduledEdition } }
    return changeAnswer(await content.desk.unpublish(request, editorOf(by, caller)))
  })
}

function readHistory({ operators, content }: ContentDeskParts): Route {
  return operatorRoute(deskArticleHistory, operators.authenticate, async ({ id, page }) => {
    const { data, total } = await content.desk.history(id, page)
    const rows = data.map(({ action, edition, languages, ...row }) => ({
      ...{ action, edition, languages: [...languages] },
      from_at: row.fromAt.toISOString(),
      decided_at: row.decidedAt.toISOString(),
      decided_by: row.decidedBy,
      asks_consent: row.asksConsent ? 1 : 0,
    }))
    return answered({ data: rows, total })
  })
}

function readEdition({ operators, content }: ContentDeskParts): Route {
  return operatorRoute(deskArticleEdition, operators.authenticate, async (asked) => {
    const found = await content.desk.edition(asked.id, asked.edition)
    if (found.kind === 'refused') return found
    const { edition, logo, createdAt, texts } = found
    return answered({ edition, logo, created_at: createdAt.toISOString(), texts: [...texts] })
  })
}

function restore({ operators, content }: ContentDeskParts): Route {
  return operatorRoute(deskRestoreEdition, operators.authenticate, async (asked, by, caller) =>
    changeAnswer(await content.desk.restore(asked, editorOf(by, caller))),
  )
}

function preview({ operators, content }: ContentDeskParts): Route {
  return operatorRoute(deskPreviewText, operators.authenticate, async ({ body }) => {
    const result = await content.desk.render(body)
    if (result.kind === 'busy') return refused('busy')
    if (result.kind === 'too_complex') return refused('text_too_complex', { field: 'body' })
    return answered({ html: result.html })
  })
}

// Pictures.

function pictureToWire({ name, width, height, createdAt, isUsed }: Picture): DeskPicture {
  return { name, width, height, created_at: createdAt.toISOString(), is_used: isUsed ? 1 : 0 }
}

function readPictures({ operators, content }: ContentDeskParts): Route {
  return operatorRoute(deskPictures, operators.authenticate, async ({ page }) => {
    const { data, total } = await content.pictures.list(page)
    return answered({ data: data.map(pictureToWire), total })
  })
}

function addPicture({ operators, content }: ContentDeskParts): Route {
  return operatorRoute(deskAddPicture, operators.authenticate, async (_, by, caller) => {
    if (caller.file === undefined) return refused('image_missing', { field: 'file' })
    const { bytes, type: claimedType } = caller.file
    const added = await content.pictures.add({ bytes, claimedType }, editorOf(by, caller))
    return added.kind === 'refused' ? added : answered(pictureToWire(added.picture), 'done.image_uploaded')
  })
}

function removePicture({ operators, content }: ContentDeskParts): Route {
  return operatorRoute(deskRemovePicture, operators.authenticate, async ({ name }, by, caller) => {
    const removed = await content.pictures.remove(name, editorOf(by, caller))
    return removed.kind === 'refused' ? removed : answered(null, 'done.saved')
  })
}
