// News, the announcement, legal texts and consents to them.
import {
  announcement,
  giveConsent,
  legalHistory,
  legalText,
  missingConsents,
  newsInfo,
  newsList,
} from '#contract/calls/content.ts'
import { answered, refused } from '#contract/outcome.ts'
import { parseConsent } from '#core/content/consent.ts'
import { unsupportedCountries } from '#core/user/contact.ts'
import { type LanguageCode, languageOf } from '#i18n/languages.ts'
import type { Content, MissingConsent, RenderedText, VisibleSummary } from '#server/content/content.ts'
import { type Route, route, userRoute } from '#server/gateway/gateway.ts'
import type { Users } from '#server/users/users.ts'

export type ContentApiParts = {
  readonly content: Pick<
    Content,
    'news' | 'newsPiece' | 'current' | 'legalText' | 'legalHistory' | 'missingConsents' | 'recordConsents'
  >
  readonly users: Pick<Users, 'authenticate'>
}

/** Every call of contract/calls/content.ts. */
export function contentRoutes(parts: ContentApiParts): readonly Route[] {
  return [
    readNewsList(parts),
    readNews(parts),
    readAnnouncement(parts),
    readLegalText(parts),
    readLegalHistory(parts),
    readMissingConsents(parts),
    recordConsent(parts),
  ]
}

const onlyCategory = 1

function readNewsList({ content }: ContentApiParts): Route {
  return route(newsList, async ({ category_id, page }, { language }) => {
    if (category_id !== onlyCategory) return answered({ data: [], total: 0 })
    const { data, total } = await content.news(language, page)
    return answered({ data: data.map(newsFields), total })
  })
}

function readNews({ content }: ContentApiParts): Route {
  return route(newsInfo, async ({ id }, { language }) => {
    const piece = await content.newsPiece(language, id)
    if (piece === 'busy') return refused('busy')
    if (piece === undefined) return refused('not_found')
    return answered({ ...newsFields(piece), ...bodyFields(piece) })
  })
}

function newsFields({ id, title, description, logo, publishedAt, language }: VisibleSummary) {
  const path = logo === '' ? '' : `/content/pictures/${logo}.jpg`
  return { id, title, desc: description, logo: path, created_at: publishedAt.toISOString(), language }
}

function bodyFields({ html, updatedAt }: RenderedText) {
  return { content: html, updated_at: updatedAt.toISOString() }
}

function readAnnouncement({ content }: ContentApiParts): Route {
  return route(announcement, async (_, { language }) => {
    const text = await content.current(language, 'announcement')
    if (text === 'busy') return refused('busy')
    const countries = unservedCountries(language)
    if (text === undefined)
      return answered({ edition: 0, title: '', content: '', countries, updated_at: null, language })
    const { edition, title } = text
    return answered({ edition, title, ...bodyFields(text), countries, language: text.language })
  })
}

/** Registration refuses these. Sorted by name. */
function unservedCountries(language: LanguageCode) {
  const { locale } = languageOf(language)
  const names = new Intl.DisplayNames([locale], { type: 'region' })
  const { compare } = new Intl.Collator(locale)
  return unsupportedCountries
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .toSorted((one, other) => compare(one.name, other.name))
}

function readLegalText({ content }: ContentApiParts): Route {
  return route(legalText, async (asked, { language }) => {
    const text = await content.legalText(language, asked)
    if (text === 'busy') return refused('busy')
    if (text === undefined) return refused('not_found')
    const { edition, title, isCurrent } = text
    const is_current = isCurrent ? 1 : 0
    return answered({
      ...{ kind: asked.kind, edition, is_current, title },
      ...bodyFields(text),
      language: text.language,
    })
  })
}

function readLegalHistory({ content }: ContentApiParts): Route {
  return route(legalHistory, async ({ kind }) => {
    const versions = await content.legalHistory(kind)
    return answered(
      versions.map(({ edition, publishedAt, asksConsent }) => ({
        edition,
        published_at: publishedAt.toISOString(),
        asks_consent: asksConsent ? 1 : 0,
      })),
    )
  })
}

function readMissingConsents({ content, users }: ContentApiParts): Route {
  return userRoute(missingConsents, users.authenticate, async (_, { userId }, { language }) =>
    answered(missingToWire(await content.missingConsents(userId, language))),
  )
}

/** A version that is no longer in force is not recorded. The answer then names the newer one. */
function recordConsent({ content, users }: ContentApiParts): Route {
  return userRoute(giveConsent, users.authenticate, async ({ consent }, { userId }, { language }) => {
    const accepted = parseConsent(consent)
    if (accepted === undefined) return refused('invalid_input', { field: 'consent' })
    await content.recordConsents({ userId, accepted, language, givenWith: 'request' })
    return answered(missingToWire(await content.missingConsents(userId, language)))
  })
}

function missingToWire(missing: readonly MissingConsent[]) {
  return {
    missing: missing.map(({ updatedAt, ...text }) => ({ ...text, updated_at: updatedAt.toISOString() })),
  }
}
