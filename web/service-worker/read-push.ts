// What a push shows, read without trusting it: a browser stops pushes of an app whose push shows nothing.
import type { PushPayload } from '#contract/push-payload.ts'
import { chooseLanguage, type LanguageCode, languageOf } from '#i18n/languages.ts'
import { messages as english } from '#i18n/service-worker/en.ts'
import { messages as chinese } from '#i18n/service-worker/hk.ts'
import { spokenLanguage } from '#i18n/translated-languages.ts'

const noticesPath = '/mine/notices'
const maxLength = 4096

/** The push, or a general one in a language of the browser if it cannot be read. */
export function readPush(text: string | undefined, browserLanguages: readonly string[]): PushPayload {
  const { title, body, tag, lang, dir, path, renotify } = parse(text)
  const isReadable = isText(title) && isText(body) && isText(tag) && isText(lang)
  if (!isReadable) return unreadable(spokenLanguage(chooseLanguage(browserLanguages)))
  const direction = dir === 'rtl' ? 'rtl' : 'ltr'
  return { title, body, tag, lang, dir: direction, path: localPath(path), renotify: renotify === true }
}

function parse(text: string | undefined): Partial<Readonly<Record<keyof PushPayload, unknown>>> {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    // Not JSON.
    return {}
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= maxLength
}

function unreadable(language: LanguageCode): PushPayload {
  const messages = language === 'hk' ? chinese : english
  return {
    title: messages['worker.unreadable.title'],
    body: messages['worker.unreadable.text'],
    tag: 'unreadable',
    path: noticesPath,
    lang: languageOf(language).locale,
    dir: 'ltr',
    renotify: false,
  }
}

/** A path of the app. Anything that a browser could read as another origin becomes the list of notices. */
export function localPath(path: unknown): string {
  const isLocal = typeof path === 'string' && /^\/(?!\/)[\x21-\x5b\x5d-\x7e]{0,300}$/.test(path)
  return isLocal ? path : noticesPath
}

/** Whether a window of this origin shows the app. The operator console and the documentation are other pages. */
export function isAppWindow(address: string): boolean {
  return !/^\/(desk|api|support)(\/|$)/.test(new URL(address).pathname)
}
