import type { PushPayload } from '#contract/push-payload.ts'
import { type LanguageCode, languageOf } from '#i18n/languages.ts'
import { spokenLanguage } from '#i18n/translated-languages.ts'
import type { TranslatorFor } from '#server/platform/translators.ts'
import type { RenderedNotice } from '#server/push/push-types.ts'

/** Push services accept 4,096 bytes with the encryption. */
export const maxPayloadBytes = 2500

const maxTitle = 100
const maxBody = 400
const maxPath = 200

/** What a push says unless its user has asked for details: nothing about money, markets or the kind of the notice. */
export function privateNotice(language: LanguageCode, translatorFor: TranslatorFor): RenderedNotice {
  const say = translatorFor(language)
  return { title: say('push.private.title'), text: say('push.private.text'), path: '/mine/notices' }
}

type About = {
  readonly language: LanguageCode
  /** A hash. */
  readonly tag: string
  readonly isUrgent: boolean
}

/** JSON of at most `maxPayloadBytes`: longer texts are cut. */
export function payloadOf({ title, text, path }: RenderedNotice, { language, tag, isUrgent }: About): string {
  const { locale, direction } = languageOf(spokenLanguage(language))
  const payload: PushPayload = {
    title: cut(title, maxTitle),
    body: cut(text, maxBody),
    tag,
    path: path.length <= maxPath ? path : '/mine/notices',
    lang: locale,
    dir: direction,
    renotify: isUrgent,
  }
  return JSON.stringify(payload)
}

/** Control characters and half characters would take six bytes each in JSON. */
function cut(text: string, most: number): string {
  const characters = [...text.toWellFormed().replace(/\p{Cc}+/gu, ' ')]
  return characters.length <= most ? characters.join('') : `${characters.slice(0, most - 1).join('')}…`
}

/** Names the notice to push service and browser, 32 characters of base64url. The key keeps others from guessing the tag. */
export function topicOf(tag: string, userId: number, keyedHash: (...parts: string[]) => Buffer): string {
  return keyedHash('push topic', String(userId), tag).toString('base64url').slice(0, 32)
}
