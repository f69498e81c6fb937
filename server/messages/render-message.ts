import { noticeText, shownNumber, utcMinute } from '#contract/notice-text.ts'
import type { Say } from '#contract/outcome.ts'
import { ensureNever } from '#core/ensure-never.ts'
import { isNoticeKind, type NoticeContent, type NoticeKind } from '#core/notice/notice.ts'
import type { Message, Recipient } from '#server/messages/message.ts'

/** `subject` and `html` are empty for SMS. */
export type RenderedText = { readonly subject: string; readonly text: string; readonly html: string }

type RenderContext = {
  readonly say: Say
  /** If undefined, messages contain no links. */
  readonly publicUrl: string | undefined
  readonly createdAtMs: number
}

export function renderMessage(message: Message, context: RenderContext): RenderedText {
  if (message.channel === 'mobile') return { subject: '', text: smsText(message, context.say), html: '' }
  const { say } = context
  const subject = mailSubject(message, say)
  const paragraphs = mailParagraphs(message, context)
  const footer = say('mail.footer')
  return {
    subject,
    text: `${[...paragraphs.map(({ text }) => text), footer].join('\n\n')}\n`,
    html: mailHtml(subject, paragraphs, footer),
  }
}

function mailSubject(message: Message, say: Say): string {
  return hasOwnTexts(message)
    ? say(`mail.${message.kind}.subject`)
    : say('mail.notice.subject', {
        title: withPlainCharacters(noticeText(message, message.language, say).title),
      })
}

function mailParagraphs(message: Message, context: RenderContext): readonly Paragraph[] {
  const { say, publicUrl, createdAtMs } = context
  const link = (path: string): readonly Paragraph[] =>
    publicUrl === undefined ? [] : [{ kind: 'link', text: `${publicUrl}${path}` }]
  if (!hasOwnTexts(message)) {
    const { title, text, path } = noticeText(message, message.language, say)
    return [textParagraph(title), textParagraph(text), ...link(path)]
  }
  const time = utcMinute(createdAtMs)
  const values = shownValues(message)
  switch (message.kind) {
    case 'register_code':
    case 'reset_code':
    case 'payout_method_code':
    case 'withdrawal_code':
      return [
        textParagraph(say(`mail.${message.kind}.intro`)),
        { kind: 'code', text: message.code },
        textParagraph(say('mail.code.validity', { minutes: message.validMinutes })),
        textParagraph(say(`mail.${message.kind}.not_you`)),
      ]
    case 'account_exists':
      return [
        textParagraph(say('mail.account_exists.intro')),
        textParagraph(say('mail.account_exists.action')),
        ...link('/login'),
        textParagraph(say('mail.account_exists.not_you')),
      ]
    case 'password_changed':
      return [
        textParagraph(say('mail.password_changed.intro', { time })),
        textParagraph(say('mail.password_changed.not_you')),
        ...link('/forgot'),
      ]
    case 'deposit_credited':
      return [textParagraph(say('mail.deposit_credited.intro', { ...values, time })), ...link('/mine/charge')]
    case 'deposit_rejected':
      return [
        textParagraph(say('mail.deposit_rejected.intro', values)),
        ...reasonParagraphs(message.remark, say),
        textParagraph(say('mail.deposit_rejected.action')),
        ...link('/mine/charge'),
      ]
    case 'deposit_invalid':
      return [
        textParagraph(say('mail.deposit_invalid.intro', values)),
        textParagraph(say('mail.deposit_invalid.action')),
        ...link('/mine/charge'),
      ]
    case 'withdrawal_requested':
      return [
        textParagraph(say('mail.withdrawal_requested.intro', { ...values, time })),
        textParagraph(say('mail.withdrawal_requested.not_you')),
        ...link('/mine/withdraw'),
      ]
    case 'withdrawal_sent':
      return [
        textParagraph(say('mail.withdrawal_sent.intro', { ...values, time })),
        textParagraph(say('mail.withdrawal_sent.transaction', { transaction: message.transaction })),
        ...link('/mine/withdraw'),
      ]
    case 'withdrawal_refused':
      return [
        textParagraph(say('mail.withdrawal_refused.intro', values)),
        ...reasonParagraphs(message.note, say),
        ...link('/mine/withdraw'),
      ]
    case 'withdrawal_cancelled':
      return [
        textParagraph(say('mail.withdrawal_cancelled.intro', { ...values, time })),
        textParagraph(say('mail.withdrawal_cancelled.not_you')),
        ...link('/mine/withdraw'),
      ]
    case 'withdrawal_void':
      return [textParagraph(say('mail.withdrawal_void.intro', values)), ...link('/mine/withdraw')]
    case 'payout_method_added': {
      const usable = utcMinute(message.usableAtMs)
      return [
        textParagraph(say('mail.payout_method_added.intro', { ...values, time, usable })),
        textParagraph(say('mail.payout_method_added.not_you')),
        ...link('/mine/wallet'),
      ]
    }
    case 'payout_method_deleted':
      return [
        textParagraph(say('mail.payout_method_deleted.intro', { ...values, time })),
        textParagraph(say('mail.payout_method_deleted.not_you')),
        ...link('/mine/wallet'),
      ]
    case 'balance_adjusted':
      return [
        textParagraph(say('mail.balance_adjusted.intro', { ...values, time })),
        ...reasonParagraphs(message.memo, say),
        ...link('/mine/history'),
      ]
    case 'complaint_answered':
      return [
        textParagraph(say('mail.complaint_answered.intro', { ...values, time })),
        ...link('/mine/email'),
      ]
    default:
      return ensureNever(message)
  }
}

/** Texts that an operator wrote are too long for an SMS: they are in the app. */
function smsText(message: Message, say: Say): string {
  if (!hasOwnTexts(message)) {
    const { title, text } = noticeText(message, message.language, say)
    return withPlainCharacters(say('sms.notice', { title, text }))
  }
  switch (message.kind) {
    case 'register_code':
    case 'reset_code':
    case 'payout_method_code':
    case 'withdrawal_code':
      return say(`sms.${message.kind}`, { code: message.code, minutes: message.validMinutes })
    case 'account_exists':
    case 'password_changed':
      return say(`sms.${message.kind}`)
    case 'payout_method_added':
      return say('sms.payout_method_added', {
        ...shownValues(message),
        usable: utcMinute(message.usableAtMs),
      })
    case 'deposit_credited':
    case 'deposit_rejected':
    case 'deposit_invalid':
    case 'withdrawal_requested':
    case 'withdrawal_sent':
    case 'withdrawal_refused':
    case 'withdrawal_cancelled':
    case 'withdrawal_void':
    case 'payout_method_deleted':
    case 'balance_adjusted':
    case 'complaint_answered':
      return say(`sms.${message.kind}`, shownValues(message))
    default:
      return ensureNever(message)
  }
}

type NoticeKindsWithTexts = keyof typeof ownTexts

/** Kinds of notices with a mail of their own. The others say what the list of notices says. */
const ownTexts = {
  deposit_credited: true,
  deposit_rejected: true,
  deposit_invalid: true,
  withdrawal_requested: true,
  withdrawal_sent: true,
  withdrawal_refused: true,
  withdrawal_cancelled: true,
  withdrawal_void: true,
  payout_method_added: true,
  payout_method_deleted: true,
  balance_adjusted: true,
  complaint_answered: true,
} as const satisfies Partial<Record<NoticeKind, true>>

type NoticeMessage = Recipient & Exclude<NoticeContent, { readonly kind: NoticeKindsWithTexts }>

function hasOwnTexts(message: Message): message is Exclude<Message, NoticeMessage> {
  return !isNoticeKind(message.kind) || Object.hasOwn(ownTexts, message.kind)
}

/** Subjects and text messages have plain characters only: others take more room, or are shown as boxes. */
function withPlainCharacters(text: string): string {
  return text.replace(/[\u2066-\u2069]/g, '').replaceAll('\u2212', '-')
}

/** The values that a sentence about a record may contain. */
function shownValues(message: Message): Record<string, string> {
  const { language, kind } = message
  return {
    ...('amount' in message
      ? { amount: shownNumber(message.amount, language, kind === 'balance_adjusted' ? 'exceptZero' : 'auto') }
      : {}),
    ...('currency' in message ? { currency: message.currency } : {}),
    ...('number' in message ? { number: message.number } : {}),
    ...('destination' in message ? { destination: message.destination } : {}),
  }
}

function reasonParagraphs(reason: string, say: Say): readonly Paragraph[] {
  return reason.trim() === '' ? [] : [textParagraph(say('mail.reason', { reason }))]
}

function textParagraph(text: string): Paragraph {
  return { kind: 'text', text }
}

/** A paragraph of an email. */
type Paragraph = { readonly kind: 'text' | 'code' | 'link'; readonly text: string }

const plain = 'margin:0 0 16px;font-size:16px;line-height:1.5'
const code = 'margin:0 0 16px;font-size:32px;font-weight:700;letter-spacing:6px;direction:ltr'
const small = 'margin:24px 0 0;font-size:13px;line-height:1.5;opacity:0.7'

/** Uses inline styles and no images, because email clients drop style sheets and block images. */
function mailHtml(subject: string, paragraphs: readonly Paragraph[], footer: string): string {
  return [
    '<!doctype html><html><head><meta charset="utf-8">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(subject)}</title></head>`,
    '<body style="margin:0;padding:24px;font-family:system-ui,-apple-system,sans-serif">',
    '<div style="max-width:480px;margin:0 auto">',
    ...paragraphs.map(htmlParagraph),
    `<p dir="auto" style="${small}">${escapeHtml(footer)}</p>`,
    '</div></body></html>',
  ].join('\n')
}

function htmlParagraph(paragraph: Paragraph): string {
  const shown = escapeHtml(paragraph.text)
  switch (paragraph.kind) {
    case 'text':
      return `<p dir="auto" style="${plain}">${shown}</p>`
    case 'code':
      return `<p style="${code}">${shown}</p>`
    case 'link':
      return `<p style="${plain}"><a href="${shown}">${shown}</a></p>`
  }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes whole paragraphs, so that no placeholder value can be missed. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (found) => entities[found] ?? '')
}
