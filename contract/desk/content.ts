import { Type } from 'typebox'
import { type AnswerOf, defineCall, type InputOf } from '#contract/call.ts'
import { idField, pageField, textField } from '#contract/desk/shared-fields.ts'
import { articleKinds, articleLimits } from '#core/content/article.ts'
import { languages } from '#i18n/languages.ts'

// Articles: news, the announcement and the legal texts. Texts of the draft are written by language. Publishing the draft
// makes a version (edition), which never changes.

const kindField = Type.Enum([...articleKinds])
const languageField = Type.Enum(languages.map(({ code }) => code))
const editionField = Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Number of the version' })
const revisionField = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'The revision that the operator saw; refused with changed_meanwhile if there is a newer one',
})
/** Publishing does not raise the revision of the draft, so the versions are compared as well. */
const seenEditions = {
  edition: Type.Integer({
    minimum: 0,
    maximum: 1_000_000,
    description:
      'The published version that the operator saw, 0 for none; refused with changed_meanwhile if it is another',
  }),
  scheduled_edition: Type.Integer({
    minimum: 0,
    maximum: 1_000_000,
    description: 'The scheduled version that the operator saw; like edition',
  }),
}
const pictureName = Type.String({ pattern: '^([0-9a-f]{32})?$', description: 'Name of a picture, or empty' })
const when = Type.Union([Type.String(), Type.Null()])

/** `draft` was never published, `scheduled` will be, `published` is, `unpublished` was. */
const stateField = Type.Enum(['draft', 'scheduled', 'published', 'unpublished'])

const listedArticle = Type.Object({
  id: Type.Integer(),
  kind: Type.String(),
  title: Type.String({ description: 'Of the draft, in English or else another language' }),
  state: stateField,
  has_changes: Type.Integer({
    description: '1 if the draft was changed since the last version that is published or scheduled',
  }),
  languages: Type.Array(Type.String()),
  published_at: when,
  scheduled_at: when,
  updated_at: Type.String(),
})

export const deskArticles = defineCall({
  name: 'desk_articles',
  group: 'Operator console',
  summary: 'List articles of one kind, newest first',
  path: '/desk/api/content/list',
  verb: 'GET',
  changes: false,
  access: ['content', 'viewer'],
  input: Type.Object({ kind: kindField, page: pageField }),
  answer: Type.Object({ data: Type.Array(listedArticle), total: Type.Integer() }),
})

export type DeskArticlesInput = InputOf<typeof deskArticles>
export type DeskArticlesAnswer = AnswerOf<typeof deskArticles>
export type DeskListedArticle = DeskArticlesAnswer['data'][number]

const articleText = Type.Object({
  language: Type.String(),
  title: Type.String(),
  description: Type.String(),
  body: Type.String({ description: 'Markdown' }),
  revision: Type.Integer({ description: 'Of this text, for desk_save_article_text' }),
})

const wholeArticle = Type.Object({
  ...listedArticle.properties,
  logo: Type.String({ description: 'Name of the picture; empty without one' }),
  revision: Type.Integer({ description: 'Of the whole draft, for publishing' }),
  texts: Type.Array(articleText),
  edition: Type.Integer({ description: 'Published version; 0 without one' }),
  scheduled_edition: Type.Integer({ description: 'Version that is scheduled; 0 without one' }),
})

export const deskArticle = defineCall({
  name: 'desk_article',
  group: 'Operator console',
  summary: 'Read the draft of an article with its state',
  path: '/desk/api/content/article',
  verb: 'GET',
  changes: false,
  access: ['content', 'viewer'],
  input: Type.Object({ id: idField }),
  answer: wholeArticle,
})

export type DeskArticleInput = InputOf<typeof deskArticle>
export type DeskArticleAnswer = AnswerOf<typeof deskArticle>

export const deskCreateNews = defineCall({
  name: 'desk_create_news',
  group: 'Operator console',
  summary: 'Start a new piece of news, as an empty draft (audited)',
  path: '/desk/api/content/create',
  verb: 'POST',
  changes: true,
  access: ['content'],
  input: Type.Object({}),
  answer: wholeArticle,
})

export const deskSaveArticleText = defineCall({
  name: 'desk_save_article_text',
  group: 'Operator console',
  summary:
    'Save the text of the draft in one language (audited); without title and body, the text is removed',
  path: '/desk/api/content/save',
  verb: 'POST',
  changes: true,
  hasLargeBody: true,
  access: ['content'],
  input: Type.Object({
    id: idField,
    language: languageField,
    revision: revisionField,
    title: textField(articleLimits.title),
    description: textField(articleLimits.description),
    body: textField(articleLimits.body, 'Markdown'),
  }),
  answer: wholeArticle,
})

export type DeskSaveArticleTextInput = InputOf<typeof deskSaveArticleText>

export const deskSetArticleLogo = defineCall({
  name: 'desk_set_article_logo',
  group: 'Operator console',
  summary: 'Choose the picture of the draft (audited)',
  path: '/desk/api/content/logo',
  verb: 'POST',
  changes: true,
  access: ['content'],
  input: Type.Object({ id: idField, revision: revisionField, logo: pictureName }),
  answer: wholeArticle,
})

export type DeskSetArticleLogoInput = InputOf<typeof deskSetArticleLogo>

export const deskPublishArticle = defineCall({
  name: 'desk_publish_article',
  group: 'Operator console',
  summary: 'Publish the draft as a new version, now or at a later time (audited)',
  path: '/desk/api/content/publish',
  verb: 'POST',
  changes: true,
  access: ['content'],
  input: Type.Object({
    id: idField,
    revision: revisionField,
    ...seenEditions,
    at: Type.Optional(
      Type.String({ maxLength: 40, description: 'ISO 8601, at most a year ahead; now if missing' }),
    ),
    asks_consent: Type.Integer({
      minimum: 0,
      maximum: 1,
      default: 0,
      description: '1 to ask users to accept it; only for legal texts, whose first version always asks',
    }),
  }),
  answer: wholeArticle,
})

export type DeskPublishArticleInput = InputOf<typeof deskPublishArticle>

export const deskUnpublishArticle = defineCall({
  name: 'desk_unpublish_article',
  group: 'Operator console',
  summary:
    'Unpublish an article, or only cancel its schedule (audited). Legal texts can be replaced, but not unpublished',
  path: '/desk/api/content/unpublish',
  verb: 'POST',
  changes: true,
  access: ['content'],
  input: Type.Object({
    id: idField,
    what: Type.Enum(['article', 'schedule']),
    ...seenEditions,
  }),
  answer: wholeArticle,
})

export type DeskUnpublishArticleInput = InputOf<typeof deskUnpublishArticle>

export const deskArticleHistory = defineCall({
  name: 'desk_article_history',
  group: 'Operator console',
  summary: 'List what was published when and by whom, newest first',
  path: '/desk/api/content/history',
  verb: 'GET',
  changes: false,
  access: ['content', 'viewer'],
  input: Type.Object({ id: idField, page: pageField }),
  answer: Type.Object({
    data: Type.Array(
      Type.Object({
        action: Type.Enum(['published', 'scheduled', 'cancelled', 'unpublished']),
        edition: Type.Integer({ description: '0 if it was unpublished' }),
        from_at: Type.String(),
        decided_at: Type.String(),
        decided_by: Type.String({ description: 'Email of the operator; empty for the installation' }),
        asks_consent: Type.Integer(),
        languages: Type.Array(Type.String()),
      }),
    ),
    total: Type.Integer(),
  }),
})

export type DeskArticleHistoryInput = InputOf<typeof deskArticleHistory>
export type DeskArticleHistoryAnswer = AnswerOf<typeof deskArticleHistory>

export const deskArticleEdition = defineCall({
  name: 'desk_article_edition',
  group: 'Operator console',
  summary: 'Read one version in all its languages',
  path: '/desk/api/content/edition',
  verb: 'GET',
  changes: false,
  access: ['content', 'viewer'],
  input: Type.Object({ id: idField, edition: editionField }),
  answer: Type.Object({
    edition: Type.Integer(),
    logo: Type.String(),
    created_at: Type.String(),
    texts: Type.Array(
      Type.Object({
        language: Type.String(),
        title: Type.String(),
        description: Type.String(),
        body: Type.String({ description: 'Markdown' }),
        html: Type.String(),
      }),
    ),
  }),
})

export type DeskArticleEditionInput = InputOf<typeof deskArticleEdition>
export type DeskArticleEditionAnswer = AnswerOf<typeof deskArticleEdition>

export const deskRestoreEdition = defineCall({
  name: 'desk_restore_edition',
  group: 'Operator console',
  summary: 'Replace the draft by the texts of a version (audited)',
  path: '/desk/api/content/restore',
  verb: 'POST',
  changes: true,
  access: ['content'],
  input: Type.Object({ id: idField, edition: editionField, revision: revisionField }),
  answer: wholeArticle,
})

export type DeskRestoreEditionInput = InputOf<typeof deskRestoreEdition>

export const deskPreviewText = defineCall({
  name: 'desk_preview_text',
  group: 'Operator console',
  summary: 'Render Markdown as users will see it',
  path: '/desk/api/content/preview',
  verb: 'POST',
  changes: false,
  hasLargeBody: true,
  access: ['content', 'viewer'],
  input: Type.Object({ body: textField(articleLimits.body, 'Markdown') }),
  answer: Type.Object({ html: Type.String() }),
})

export type DeskPreviewTextInput = InputOf<typeof deskPreviewText>
export type DeskPreviewTextAnswer = AnswerOf<typeof deskPreviewText>

const shelfPicture = Type.Object({
  name: Type.String({ description: '32 hexadecimal digits; shown at /content/pictures/<name>.jpg' }),
  width: Type.Integer(),
  height: Type.Integer(),
  created_at: Type.String(),
  is_used: Type.Integer({
    description: '1 if a draft, a version or a company uses it, so it cannot be removed',
  }),
})

export const deskPictures = defineCall({
  name: 'desk_pictures',
  group: 'Operator console',
  summary: 'List the pictures of the installation, newest first',
  path: '/desk/api/content/pictures',
  verb: 'GET',
  changes: false,
  access: ['content', 'viewer'],
  input: Type.Object({ page: pageField }),
  answer: Type.Object({ data: Type.Array(shelfPicture), total: Type.Integer() }),
})

export type DeskPicturesInput = InputOf<typeof deskPictures>
export type DeskPicturesAnswer = AnswerOf<typeof deskPictures>
export type DeskPicture = DeskPicturesAnswer['data'][number]

export const deskAddPicture = defineCall({
  name: 'desk_add_picture',
  group: 'Operator console',
  summary: 'Add a picture, which everyone can see (audited); at most 2,000 are kept',
  path: '/desk/api/content/add_picture',
  verb: 'POST',
  changes: true,
  takesFile: true,
  access: ['content'],
  input: Type.Object({}),
  answer: shelfPicture,
})

export const deskRemovePicture = defineCall({
  name: 'desk_remove_picture',
  group: 'Operator console',
  summary: 'Remove a picture that is not used (audited)',
  path: '/desk/api/content/remove_picture',
  verb: 'POST',
  changes: true,
  access: ['content'],
  input: Type.Object({ name: Type.String({ pattern: '^[0-9a-f]{32}$' }) }),
  answer: Type.Null(),
})

export type DeskRemovePictureInput = InputOf<typeof deskRemovePicture>
