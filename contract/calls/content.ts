import { Type } from 'typebox'
import { type AnswerOf, defineCall, type InputOf } from '#contract/call.ts'
import { timestampField } from '#contract/calls/shared-fields.ts'
import { legalKinds } from '#core/content/article.ts'

// Texts of the broker. The answer is in the language of the request, or else in English, or else in Chinese (Hong Kong).

const idField = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const editionField = Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Number of the version' })
const kindField = Type.Enum([...legalKinds])
const htmlField = Type.String({
  description:
    'HTML, rendered from Markdown: headings from h2, paragraphs, lists, tables, quotes, links, and pictures from /content/pictures/',
})
const languageField = Type.String({ description: 'Language of the text' })

const newsFields = {
  id: Type.Integer(),
  title: Type.String(),
  desc: Type.String(),
  logo: Type.String({ description: 'Path of a picture; empty without one' }),
  created_at: timestampField,
  language: languageField,
}

export const newsList = defineCall({
  name: 'news_list',
  group: 'Content',
  summary: 'List published news, newest first',
  path: '/api/news/list',
  verb: 'GET',
  changes: false,
  access: 'anyone',
  input: Type.Object({
    category_id: Type.Integer({ minimum: 0, maximum: 100, default: 1, description: 'Only 1 exists' }),
    page: Type.Integer({
      minimum: 1,
      maximum: 500,
      default: 1,
      description: 'Page number, starting at 1; 20 rows per page',
    }),
  }),
  answer: Type.Object({
    data: Type.Array(Type.Object(newsFields)),
    total: Type.Integer({ description: 'At most 10,000, the number that can be listed' }),
  }),
})

export type NewsListInput = InputOf<typeof newsList>
export type NewsListAnswer = AnswerOf<typeof newsList>
export type NewsItem = NewsListAnswer['data'][number]

export const newsInfo = defineCall({
  name: 'news_info',
  group: 'Content',
  summary: 'Read one published piece of news',
  path: '/api/news/info',
  verb: 'GET',
  changes: false,
  access: 'anyone',
  input: Type.Object({ id: idField }),
  answer: Type.Object({ ...newsFields, content: htmlField, updated_at: timestampField }),
})

export type NewsInfoInput = InputOf<typeof newsInfo>
export type NewsInfoAnswer = AnswerOf<typeof newsInfo>

export const announcement = defineCall({
  name: 'announcement',
  group: 'Content',
  summary: 'Read the announcement and the countries that are not served',
  path: '/api/default/announcement',
  verb: 'GET',
  changes: false,
  access: 'anyone',
  input: Type.Object({}),
  answer: Type.Object({
    edition: Type.Integer({ description: '0 if nothing is announced' }),
    title: Type.String(),
    content: htmlField,
    countries: Type.Array(
      Type.Object({
        code: Type.String({ description: 'ISO 3166 code' }),
        name: Type.String({ description: 'In the language of the request' }),
      }),
    ),
    updated_at: Type.Union([timestampField, Type.Null()]),
    language: languageField,
  }),
})

export type AnnouncementAnswer = AnswerOf<typeof announcement>

export const legalText = defineCall({
  name: 'legal_text',
  group: 'Content',
  summary: 'Read the terms, the privacy notice or the risk notice; also an earlier version',
  path: '/api/default/legal',
  verb: 'GET',
  changes: false,
  access: 'anyone',
  input: Type.Object({ kind: kindField, edition: Type.Optional(editionField) }),
  answer: Type.Object({
    kind: Type.String(),
    edition: Type.Integer(),
    is_current: Type.Integer(),
    title: Type.String(),
    content: htmlField,
    updated_at: timestampField,
    language: languageField,
  }),
})

export type LegalTextInput = InputOf<typeof legalText>
export type LegalTextAnswer = AnswerOf<typeof legalText>

export const legalHistory = defineCall({
  name: 'legal_history',
  group: 'Content',
  summary: 'List the published versions of a legal text, newest first, at most 200',
  path: '/api/default/legal_history',
  verb: 'GET',
  changes: false,
  access: 'anyone',
  input: Type.Object({ kind: kindField }),
  answer: Type.Array(
    Type.Object({
      edition: Type.Integer(),
      published_at: timestampField,
      asks_consent: Type.Integer({ description: '1 if users are asked to accept this version' }),
    }),
  ),
})

export type LegalHistoryInput = InputOf<typeof legalHistory>
export type LegalHistoryAnswer = AnswerOf<typeof legalHistory>

export const missingConsents = defineCall({
  name: 'missing_consents',
  group: 'Content',
  summary: 'List the legal texts that the user has not accepted in a version that asks for it',
  path: '/api/user/consents',
  verb: 'GET',
  changes: false,
  access: 'real_user',
  input: Type.Object({}),
  answer: Type.Object({
    missing: Type.Array(
      Type.Object({
        kind: Type.String(),
        edition: Type.Integer({ description: 'The current version' }),
        title: Type.String(),
        updated_at: timestampField,
      }),
    ),
  }),
})

export type MissingConsentsAnswer = AnswerOf<typeof missingConsents>

export const giveConsent = defineCall({
  name: 'give_consent',
  group: 'Content',
  summary: 'Accept versions of legal texts',
  path: '/api/user/consent',
  verb: 'POST',
  changes: true,
  access: 'real_user',
  input: Type.Object({
    consent: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Kinds with their versions, such as terms:3,privacy:1,risk:2',
    }),
  }),
  answer: missingConsents.answer,
})

export type GiveConsentInput = InputOf<typeof giveConsent>
