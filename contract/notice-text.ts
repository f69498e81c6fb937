// What a notice says in the language of its reader: in the list, in a push and in a mail.
import type { Say } from '#contract/outcome.ts'
import { closestLanguage } from '#core/content/closest-language.ts'
import type { NoticeContent, NoticeKind } from '#core/notice/notice.ts'
import { type LanguageCode, languageOf } from '#i18n/languages.ts'
import { spokenLanguage } from '#i18n/translated-languages.ts'

export type NoticeText = {
  readonly title: string
  readonly text: string
  /** Screen of the app that the notice is about. */
  readonly path: string
}

export function noticeText(content: NoticeContent, language: LanguageCode, say: Say): NoticeText {
  return { ...titleAndText(content, language, say), path: pathOf(content) }
}

type Texts = Pick<NoticeText, 'title' | 'text'>

function titleAndText(content: NoticeContent, language: LanguageCode, say: Say): Texts {
  const { kind } = content
  const values = shownValues(content, language)
  switch (kind) {
    case 'order_cancelled':
      return {
        title: say('notice.order_cancelled.title', values),
        text: say(`notice.order_cancelled.text.${content.reason}`, values),
      }
    case 'price_alert':
      return {
        title: say('notice.price_alert.title', values),
        text: say(`notice.price_alert.text.${content.condition}`, values),
      }
    case 'terms_changed':
      return {
        title: say(`notice.terms_changed.title.${content.article}`),
        text: say(content.asks ? 'notice.terms_changed.text.asks' : 'notice.terms_changed.text.plain'),
      }
    case 'deposit_rejected':
    case 'withdrawal_sent':
    case 'withdrawal_refused':
    case 'balance_adjusted':
    case 'identity_refused': {
      const isGiven = (values['reason'] ?? values['transaction']) !== ''
      return {
        title: say(`notice.${kind}.title`),
        text: say(isGiven ? `notice.${kind}.text` : `notice.${kind}.text.plain`, values),
      }
    }
    default:
      return { title: say(`notice.${kind}.title`, values), text: say(`notice.${kind}.text`, values) }
  }
}

type Values = Readonly<Record<string, string>>

/** The values that its sentences may name. Amounts of orders have two decimals, those of funds all that they have. */
function shownValues(content: NoticeContent, language: LanguageCode): Values {
  const number = (text: string, sign?: SignDisplay) => withMinus(shownNumber(text, language, sign))
  const values: Record<string, string> = {}
  for (const [name, value] of Object.entries(content)) {
    if (typeof value !== 'string') continue
    values[name] = numericFields.has(name) ? number(value) : value
  }
  if ('profit' in content) values['profit'] = withMinus(shownMoney(content.profit, language))
  if (content.kind === 'balance_adjusted') {
    values['amount'] = number(content.amount, 'exceptZero')
    values['reason'] = content.memo
  }
  if ('remark' in content) values['reason'] = content.remark
  if ('note' in content) values['reason'] = content.note
  if ('usableAtMs' in content) values['usable'] = utcMinute(content.usableAtMs)
  if ('titles' in content)
    values['title'] = content.titles[closestLanguage(content.titles, language) ?? ''] ?? ''
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isolated(name, value)]))
}

/** A value keeps its direction in a sentence that runs the other way. `side` only selects a word. */
function isolated(name: string, value: string): string {
  return name === 'side' || value === '' ? value : `\u2068${value}\u2069`
}

/** The sign that screens show. */
function withMinus(text: string): string {
  return text.replace('-', '\u2212')
}

const numericFields: ReadonlySet<string> = new Set(['level', 'base', 'lots', 'price', 'amount'])

type SignDisplay = 'auto' | 'exceptZero'

/** The exact decimal with the separators of the language. It keeps the decimals it has. */
export function shownNumber(
  decimal: string,
  language: LanguageCode,
  signDisplay: SignDisplay = 'auto',
): string {
  const digits = decimal.split('.')[1]?.length ?? 0
  return formatted(decimal, language, { digits, signDisplay })
}

/** With its sign and two decimals. */
function shownMoney(decimal: string, language: LanguageCode): string {
  return formatted(decimal, language, { digits: 2, signDisplay: 'exceptZero' })
}

function formatted(
  decimal: string,
  language: LanguageCode,
  { digits, signDisplay }: { readonly digits: number; readonly signDisplay: SignDisplay },
): string {
  const format = new Intl.NumberFormat(languageOf(spokenLanguage(language)).locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    roundingMode: 'halfEven',
    numberingSystem: 'latn',
    signDisplay,
  })
  // As text, because a number would be rounded.
  return format.format(decimal as `${number}`)
}

/** `2026-11-05 14:30 UTC`, because the recipient's time zone is unknown. */
export function utcMinute(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

const paths: Readonly<Record<Exclude<NoticeKind, 'price_alert' | 'terms_changed'>, string>> = {
  margin_call: '/order?type=1',
  close_out: '/order?type=3',
  stop_loss: '/order?type=3',
  take_profit: '/order?type=3',
  order_filled: '/order?type=1',
  order_cancelled: '/order?type=3',
  deposit_credited: '/mine/charge',
  deposit_rejected: '/mine/charge',
  deposit_invalid: '/mine/charge',
  withdrawal_requested: '/mine/withdraw',
  withdrawal_sent: '/mine/withdraw',
  withdrawal_refused: '/mine/withdraw',
  withdrawal_cancelled: '/mine/withdraw',
  withdrawal_void: '/mine/withdraw',
  payout_method_added: '/mine/wallet',
  payout_method_deleted: '/mine/wallet',
  balance_adjusted: '/mine/history',
  identity_verified: '/mine/auth',
  identity_refused: '/mine/auth',
  complaint_answered: '/mine/email',
  support_answered: '/mine/chat',
  announcement: '/mine/announcement',
}

export function pathOf(content: NoticeContent): string {
  switch (content.kind) {
    case 'price_alert':
      return `/trade?market=${encodeURIComponent(content.code)}`
    case 'terms_changed':
      return `/legal/${content.article}`
    default:
      return paths[content.kind]
  }
}
