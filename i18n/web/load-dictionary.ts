import type { LanguageCode } from '#i18n/languages.ts'
import type { AccountKey } from '#i18n/web/account/en.ts'
import type { AlertsKey } from '#i18n/web/alerts/en.ts'
import type { CalendarKey } from '#i18n/web/calendar/en.ts'
import type { ComplaintsKey } from '#i18n/web/complaints/en.ts'
import type { ContentKey } from '#i18n/web/content/en.ts'
import type { EntryKey } from '#i18n/web/entry/en.ts'
import type { FundsKey } from '#i18n/web/funds/en.ts'
import type { HistoryKey } from '#i18n/web/history/en.ts'
import type { NoticesKey } from '#i18n/web/notices/en.ts'
import type { OrdersKey } from '#i18n/web/orders/en.ts'
import type { ProvidersKey } from '#i18n/web/providers/en.ts'
import type { PushKey } from '#i18n/web/push/en.ts'
import type { WebKey } from '#i18n/web/shell/en.ts'
import type { SupportKey } from '#i18n/web/support/en.ts'
import type { TicketKey } from '#i18n/web/ticket/en.ts'
import type { TradingKey } from '#i18n/web/trading/en.ts'

/** Message keys of each dictionary, by folder. Every screen needs `shell`; the others load with the first screen. */
export type DictionaryKeys = {
  readonly shell: WebKey
  readonly entry: EntryKey
  readonly account: AccountKey
  readonly trading: TradingKey
  readonly ticket: TicketKey
  readonly orders: OrdersKey
  readonly history: HistoryKey
  readonly funds: FundsKey
  readonly providers: ProvidersKey
  readonly content: ContentKey
  readonly complaints: ComplaintsKey
  readonly calendar: CalendarKey
  readonly notices: NoticesKey
  readonly alerts: AlertsKey
  readonly push: PushKey
  readonly support: SupportKey
}

export type DictionaryName = keyof DictionaryKeys

/** The folder `name` must have a file for the language. A relative path, because the bundler lists the folder by it. */
export async function loadWebDictionary(
  name: DictionaryName,
  language: LanguageCode,
): Promise<Readonly<Record<string, string>>> {
  const { messages } = await import(`./${name}/${language}.ts`)
  return messages
}
