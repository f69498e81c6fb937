// Screen texts for tests, read from the dictionaries.
import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { messages as desk } from '#i18n/desk/en.ts'
import { type LanguageCode, languageOf } from '#i18n/languages.ts'
import { messages as server } from '#i18n/server/en.ts'
import { createTranslator, type Translate } from '#i18n/translator.ts'
import { messages as account } from '#i18n/web/account/en.ts'
import { messages as alerts } from '#i18n/web/alerts/en.ts'
import { messages as calendar } from '#i18n/web/calendar/en.ts'
import { messages as complaints } from '#i18n/web/complaints/en.ts'
import { messages as content } from '#i18n/web/content/en.ts'
import { messages as entry } from '#i18n/web/entry/en.ts'
import { messages as funds } from '#i18n/web/funds/en.ts'
import { messages as history } from '#i18n/web/history/en.ts'
import { messages as notices } from '#i18n/web/notices/en.ts'
import { messages as orders } from '#i18n/web/orders/en.ts'
import { messages as providers } from '#i18n/web/providers/en.ts'
import { messages as push } from '#i18n/web/push/en.ts'
import { messages as web } from '#i18n/web/shell/en.ts'
import { messages as support } from '#i18n/web/support/en.ts'
import { messages as ticket } from '#i18n/web/ticket/en.ts'
import { messages as trading } from '#i18n/web/trading/en.ts'
import { readMessages } from '#tools/looks-languages.ts'

/** English texts of the app. */
export const en = english({
  ...web,
  ...entry,
  ...account,
  ...trading,
  ...ticket,
  ...orders,
  ...history,
  ...funds,
  ...content,
  ...complaints,
  ...providers,
  ...calendar,
  ...notices,
  ...alerts,
  ...push,
  ...support,
})

/** English texts of the operator console. */
export const deskEn = english(desk)

/** English messages of the server. */
export const serverEn = english(server)

export type Words = {
  readonly app: typeof en
  readonly desk: typeof deskEn
  readonly server: typeof serverEn
}

/** The same texts in another language. */
export async function wordsIn(language: 'en' | 'hk'): Promise<Words> {
  const messagesOf = (folder: string) => readMessages(folder, language)
  const app = await Promise.all(globSync('i18n/web/*/en.ts').map((file) => messagesOf(dirname(file))))
  return {
    app: translatorOf(language, Object.assign({}, ...app)),
    desk: translatorOf(language, await messagesOf('i18n/desk')),
    server: translatorOf(language, await messagesOf('i18n/server')),
  }
}

/** Label of the button that places the ticket's order. */
export function orderLabel(side: 'buy' | 'sell', lots: string, price: string): string {
  return en('ticket.place', { side: en(`order.side.${side}`), lots, price })
}

/** Matches text that begins with `text`. */
export function startingWith(text: string): RegExp {
  return new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}`)
}

/** Matches text that begins with `text`, where `*` stands for any text. */
export function wildcard(text: string): RegExp {
  return new RegExp(startingWith(text).source.replaceAll('\\*', '.*'))
}

function english<Key extends string>(messages: Readonly<Record<Key, string>>): Translate<Key> {
  return translatorOf('en', messages)
}

export function translatorOf<Key extends string>(
  language: LanguageCode,
  messages: Readonly<Record<Key, string>>,
): Translate<Key> {
  const entries = Object.entries<string>(messages).map(([key, text]) => [key, compileMessage(text)])
  return createTranslator<Key>(languageOf(language).locale, Object.fromEntries(entries))
}
