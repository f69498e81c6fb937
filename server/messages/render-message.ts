import type { Say } from '#contract/outcome.ts'
import { ensureNever } from '#core/ensure-never.ts'
import type { Message } from '#server/messages/message.ts'

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
  const subject = say(`mail.${message.kind}.subject`)
  const paragraphs = mailParagraphs(message, context)
  const footer = say('mail.footer')
  return {
    subject,
    text: `${[...paragraphs.map(({ text }) => text), footer].join('\n\n')}\n`,
    html: mailHtml(subject, paragraphs, footer),
  }
}

function mailParagraphs(
  message: Message,
  { say, publicUrl, createdAtMs }: RenderContext,
): readonly Paragraph[] {
  const link = (path: string): readonly Paragraph[] =>
    publicUrl === undefined ? [] : [{ kind: 'link', text: `${publicUrl}${path}` }]
  switch (message.kind) {
    case 'register_code':
    case 'reset_code':
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
        textParagraph(say('mail.password_changed.intro', { time: utcMinute(createdAtMs) })),
        textParagraph(say('mail.password_changed.not_you')),
        ...link('/forgot'),
      ]
    default:
      return ensureNever(message)
  }
}

function smsText(message: Message, say: Say): string {
  switch (message.kind) {
    case 'register_code':
    case 'reset_code':
      return say(`sms.${message.kind}`, { code: message.code, minutes: message.validMinutes })
    case 'account_exists':
    case 'password_changed':
      return say(`sms.${message.kind}`)
    default:
      return ensureNever(message)
  }
}

function textParagraph(text: string): Paragraph {
  return { kind: 'text', text }
}

/** `2026-11-05 14:30 UTC`, because the recipient's time zone is unknown. */
function utcMinute(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`
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
