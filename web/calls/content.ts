import type { Call } from '#browser/calls/call-request.ts'
import type {
  AnnouncementAnswer,
  GiveConsentInput,
  LegalHistoryAnswer,
  LegalHistoryInput,
  LegalTextAnswer,
  LegalTextInput,
  MissingConsentsAnswer,
  NewsInfoAnswer,
  NewsInfoInput,
  NewsListAnswer,
  NewsListInput,
} from '#contract/calls/content.ts'

/** One page of the news, newest first. Quiet, like every list. */
export function readNews(
  call: Call,
  page: NewsListInput['page'],
  signal?: AbortSignal,
): Promise<NewsListAnswer> {
  return call({ path: '/api/news/list', verb: 'GET', input: { category_id: 1, page }, quiet: true, signal })
}

/** Shows the loading indicator. Quiet: the screen says what went wrong, and offers a retry. */
export function readNewsArticle(
  call: Call,
  id: NewsInfoInput['id'],
  signal?: AbortSignal,
): Promise<NewsInfoAnswer> {
  return call({ path: '/api/news/info', verb: 'GET', input: { id }, loading: true, quiet: true, signal })
}

export function readAnnouncement(call: Call, signal?: AbortSignal): Promise<AnnouncementAnswer> {
  return call({ path: '/api/default/announcement', verb: 'GET', background: true, quiet: true, signal })
}

/** The current version without an `edition`. */
export function readLegalText(
  call: Call,
  input: LegalTextInput,
  signal?: AbortSignal,
): Promise<LegalTextAnswer> {
  return call({ path: '/api/default/legal', verb: 'GET', input, quiet: true, signal })
}

/** The versions of a legal text, newest first. */
export function readLegalHistory(
  call: Call,
  kind: LegalHistoryInput['kind'],
  signal?: AbortSignal,
): Promise<LegalHistoryAnswer> {
  return call({ path: '/api/default/legal_history', verb: 'GET', input: { kind }, quiet: true, signal })
}

/** A background call: no user action caused it. */
export function readMissingConsents(call: Call, signal?: AbortSignal): Promise<MissingConsentsAnswer> {
  return call({ path: '/api/user/consents', verb: 'GET', background: true, quiet: true, signal })
}

/** Sent again under the same key after a lost answer. */
export function giveConsent(call: Call, input: GiveConsentInput): Promise<MissingConsentsAnswer> {
  return call({ path: '/api/user/consent', verb: 'POST', changes: true, reusesKey: true, input })
}
