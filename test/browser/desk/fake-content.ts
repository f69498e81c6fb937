// Articles and pictures of the fake desk. Markdown is rendered as on the server.
import type { DeskArticleAnswer, DeskArticleHistoryAnswer, DeskPicture } from '#contract/desk/content.ts'
import { renderMarkdown } from '#server/content/render/render-markdown.ts'
import { emptyArticle, exampleTexts } from '#test/browser/desk/example-content.ts'
import { type Answer, type Input, no, ok, pageSize } from '#test/browser/desk/fake-answers.ts'
import { serverEn } from '#test/browser/words.ts'

type Text = DeskArticleAnswer['texts'][number]
type Decision = DeskArticleHistoryAnswer['data'][number]

export type FakeContent = {
  articles: readonly DeskArticleAnswer[]
  pictures: readonly DeskPicture[]
  history: readonly Decision[]
}

export const emptyContent = (): FakeContent => ({ articles: exampleTexts, pictures: [], history: [] })

const at = '2026-03-05T12:00:00.000Z'

/** The operator `email` makes the calls. */
export function contentAnswers(content: FakeContent, email: string): Readonly<Record<string, Answer>> {
  const find = (id: unknown) => content.articles.find((article) => article.id === Number(id))
  const answer = (id: unknown) => {
    const article = find(id)
    return article === undefined ? no('not_found', serverEn('reason.not_found')) : ok(article)
  }
  const change = (id: unknown, edit: (article: DeskArticleAnswer) => Partial<DeskArticleAnswer>) => {
    content.articles = content.articles.map((article) =>
      article.id === Number(id) ? { ...article, updated_at: at, ...edit(article) } : article,
    )
    return { ...answer(id), msg: serverEn('done.saved') }
  }
  const decide = (action: Decision['action'], edition: number, from_at: string, asks_consent = 0) => {
    const decision = { action, edition, from_at, decided_at: at, decided_by: email, asks_consent }
    content.history = [{ ...decision, languages: ['en'] }, ...content.history]
  }
  return {
    'content/list': ({ kind, page }) =>
      paged(
        content.articles.filter((article) => article.kind === kind),
        page,
      ),
    'content/article': ({ id }) => answer(id),
    'content/create': () => {
      content.articles = [emptyArticle(50), ...content.articles]
      return answer(50)
    },
    'content/save': (input) => saveText(content, input, () => change(input['id'], withText(input))),
    'content/logo': ({ id, logo }) =>
      change(id, ({ revision }) => ({ logo: String(logo), revision: revision + 1, has_changes: 1 })),
    'content/publish': (input) => {
      const { id, at: from, asks_consent } = input
      if (!isSeen(find(id), input)) return changedMeanwhile()
      const edition = Math.max(0, ...content.history.map((decision) => decision.edition)) + 1
      decide(
        from === undefined ? 'published' : 'scheduled',
        edition,
        String(from ?? at),
        Number(asks_consent),
      )
      return change(id, (article) =>
        from === undefined
          ? { edition, state: 'published', published_at: at, has_changes: 0, scheduled_at: null }
          : {
              ...{ scheduled_edition: edition, scheduled_at: String(from), has_changes: 0 },
              ...(article.edition === 0 ? { state: 'scheduled' as const } : {}),
            },
      )
    },
    'content/unpublish': (input) => {
      const { id, what } = input
      if (!isSeen(find(id), input)) return changedMeanwhile()
      decide(what === 'schedule' ? 'cancelled' : 'unpublished', 0, at)
      return change(id, () =>
        what === 'schedule'
          ? { scheduled_at: null, scheduled_edition: 0 }
          : { edition: 0, state: 'unpublished', published_at: null },
      )
    },
    'content/history': ({ page }) => paged(content.history, page),
    'content/edition': ({ id, edition }) => {
      const { texts = [], logo = '' } = find(id) ?? {}
      const rendered = texts.map((text) => ({ ...text, html: renderMarkdown(text.body) ?? '' }))
      return ok({ edition: Number(edition), logo, created_at: at, texts: rendered })
    },
    'content/restore': ({ id }) =>
      change(id, ({ texts, revision }) => ({
        texts: texts.map((text) => ({ ...text, title: `${text.title} restored`, revision: revision + 1 })),
        revision: revision + 1,
      })),
    'content/preview': ({ body }) => ok({ html: renderMarkdown(String(body)) ?? '' }),
    'content/pictures': ({ page }) => paged(content.pictures, page),
    'content/add_picture': () => {
      const picture = { name: 'f'.repeat(32), width: 800, height: 504, created_at: at, is_used: 0 }
      content.pictures = [picture, ...content.pictures]
      return ok(picture)
    },
    'content/remove_picture': ({ name }) => {
      content.pictures = content.pictures.filter((picture) => picture.name !== name)
      return ok(null, serverEn('done.saved'))
    },
  }
}

function paged<Row>(rows: readonly Row[], page: unknown) {
  const from = (Number(page) - 1) * pageSize
  return ok({ data: rows.slice(from, from + pageSize), total: rows.length })
}

/** As the server: refused if the operator has not seen the newest text. */
function saveText(content: FakeContent, { id, language, revision }: Input, save: () => ReturnType<Answer>) {
  const texts = content.articles.find((article) => article.id === id)?.texts ?? []
  const newest = texts.find((text) => text.language === language)?.revision ?? 0
  return newest === revision ? save() : changedMeanwhile()
}

const changedMeanwhile = () => no('changed_meanwhile', serverEn('reason.changed_meanwhile'))

/** As the server: refused if the operator has not seen the newest versions. */
function isSeen(article: DeskArticleAnswer | undefined, { edition, scheduled_edition }: Input): boolean {
  return article?.edition === edition && article?.scheduled_edition === scheduled_edition
}

const withText = (input: Input) => (article: DeskArticleAnswer) => {
  const [language = '', title = '', description = '', body = ''] = [
    ...[input['language'], input['title'], input['description'], input['body']],
  ].map(String)
  const revision = article.revision + 1
  const others = article.texts.filter((text) => text.language !== language)
  const text: Text = { language, title, description, body, revision }
  const texts = title === '' && body === '' ? others : [...others, text]
  const english = texts.find((each) => each.language === 'en') ?? texts[0]
  return { texts, revision, has_changes: 1, title: english?.title ?? '' }
}
