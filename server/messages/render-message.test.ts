import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type LanguageCode, languages } from '#i18n/languages.ts'
import type { Content, Message } from '#server/messages/message.ts'
import { escapeHtml, renderMessage } from '#server/messages/render-message.ts'
import { createTranslators } from '#server/platform/translators.ts'
import { fc } from '#test/fast-check.ts'

const translatorFor = createTranslators()
const createdAtMs = Date.UTC(2026, 10, 5, 14, 30, 59)

const contents: readonly Content[] = [
  { kind: 'register_code', code: '004217', validMinutes: 10 },
  { kind: 'reset_code', code: '004217', validMinutes: 10 },
  { kind: 'payout_method_code', code: '004217', validMinutes: 10 },
  { kind: 'withdrawal_code', code: '004217', validMinutes: 10 },
  { kind: 'account_exists' },
  { kind: 'password_changed' },
  // The longest amounts and currencies there can be, for the length of an SMS.
  { kind: 'deposit_credited', amount: '9007199254.740992' },
  {
    kind: 'deposit_rejected',
    amount: '90071992.54740992',
    currency: 'ABCDEFGHIJKLMNOP',
    remark: 'No <payment> found',
  },
  { kind: 'deposit_invalid', amount: '90071992.54740992', currency: 'ABCDEFGHIJKLMNOP' },
  {
    kind: 'withdrawal_requested',
    amount: '9007199254.740992',
    currency: 'USDT',
    destination: 'TQn9****bLSE',
  },
  {
    kind: 'withdrawal_sent',
    amount: '90071992.54740992',
    currency: 'ABCDEFGHIJKLMNOP',
    transaction: 'f3a1'.repeat(16),
  },
  { kind: 'withdrawal_refused', amount: '9007199254.740992', note: 'The name differs' },
  { kind: 'withdrawal_cancelled', amount: '9007199254.740992' },
  { kind: 'withdrawal_void', amount: '9007199254.740992' },
  {
    kind: 'payout_method_added',
    destination: 'TQn9****bLSE',
    usableAtMs: Date.UTC(2026, 10, 6, 14, 30, 59),
  },
  { kind: 'payout_method_deleted', destination: 'TQn9****bLSE' },
  { kind: 'balance_adjusted', amount: '-9007199254.740992', memo: 'Duplicate credit of 3 November' },
  { kind: 'complaint_answered', number: 'C-2026-000123' },
]

function rendered(content: Content, channel: Message['channel'], language: LanguageCode, publicUrl?: string) {
  const to = channel === 'email' ? 'anna@example.com' : '85291234567'
  return renderMessage(
    { channel, to, language, ...content },
    { say: translatorFor(language), publicUrl, createdAtMs },
  )
}

describe('a rendered message', () => {
  for (const language of ['en', 'hk'] as const) {
    for (const content of contents) {
      test(`${content.kind} by mail in ${language} has a one-line subject and the same text in both parts`, () => {
        const { subject, text, html } = rendered(content, 'email', language, 'https://m.example.com')
        assert.match(subject, /^[^\r\n]{5,80}$/)
        const paragraphs = text.trimEnd().split('\n\n')
        assert.ok(paragraphs.length >= ('code' in content ? 4 : 3))
        for (const paragraph of paragraphs) assert.ok(html.includes(escapeHtml(paragraph)), paragraph)
        assert.equal(text.includes('004217'), 'code' in content)
        assert.doesNotMatch(`${subject}${text}`, /[{}]|mail\./)
      })
    }
  }

  test('differs for every kind, channel and language', () => {
    const texts = contents.flatMap((content) =>
      (['email', 'mobile'] as const).flatMap((channel) =>
        (['en', 'hk'] as const).map((language) => rendered(content, channel, language).text),
      ),
    )
    assert.equal(new Set(texts).size, contents.length * 4)
  })

  test('has no code in the subject, which lock screens and mail logs show', () => {
    for (const { code } of languages) {
      assert.doesNotMatch(
        rendered({ kind: 'reset_code', code: '004217', validMinutes: 10 }, 'email', code).subject,
        /\d/,
      )
    }
  })

  // Beyond 160 GSM-7 characters, or 70 of any other script, an SMS is sent and billed as two.
  for (const [language, most] of [
    ['en', 160],
    ['hk', 70],
  ] as const) {
    test(`fits into one SMS in ${language}`, () => {
      for (const content of contents) {
        const { subject, text, html } = rendered(content, 'mobile', language, 'https://m.example.com')
        assert.ok(text.length <= most, `${text.length}: ${text}`)
        if (language === 'en') assert.match(text, /^[\x20-\x5a\x61-\x7a]+$/)
        assert.deepEqual([subject, html, text.includes('004217')], ['', '', 'code' in content])
      }
    })
  }

  test('links to the app only if the public URL is known', () => {
    const at = (kind: 'account_exists' | 'password_changed', url?: string) =>
      rendered({ kind }, 'email', 'en', url)
    assert.match(
      at('account_exists', 'https://m.example.com').text,
      /\n\nhttps:\/\/m\.example\.com\/login\n\n/,
    )
    const { html } = at('password_changed', 'https://m.example.com')
    assert.match(html, /<a href="https:\/\/m\.example\.com\/forgot">https:\/\/m\.example\.com\/forgot<\/a>/)
    assert.doesNotMatch(at('account_exists').html, /href/)
  })

  test('states the time of a password change in UTC', () => {
    assert.match(rendered({ kind: 'password_changed' }, 'email', 'en').text, /2026-11-05 14:30 UTC/)
  })

  const figures: readonly (readonly [Content, LanguageCode, RegExp])[] = [
    [{ kind: 'deposit_credited', amount: '1234.50' }, 'en', /on 2026-11-05 14:30 UTC: 1,234\.50 USD\./],
    [
      { kind: 'deposit_credited', amount: '1234567.891234' },
      'hk',
      /2026-11-05 14:30 UTC .*：1,234,567\.891234 USD。/,
    ],
    [{ kind: 'deposit_credited', amount: '1234.50' }, 'de', /1,234\.50 USD/],
    [{ kind: 'balance_adjusted', amount: '-12.00', memo: 'x' }, 'en', /: -12\.00 USD\./],
    [
      { kind: 'balance_adjusted', amount: '9007199254.740993', memo: 'x' },
      'en',
      /\+9,007,199,254\.740993 USD/,
    ],
    [{ kind: 'balance_adjusted', amount: '1.00', memo: 'Paid twice' }, 'en', /\n\nReason: Paid twice\n/],
    [
      { kind: 'deposit_rejected', amount: '0.00000001', currency: 'BTC', remark: '{x}' },
      'en',
      /0\.00000001 BTC/,
    ],
    [{ kind: 'deposit_rejected', amount: '1', currency: 'BTC', remark: '單據不清' }, 'hk', /原因：單據不清/],
    [
      { kind: 'withdrawal_requested', amount: '500.00', currency: 'USDT', destination: 'TQn9****bLSE' },
      'en',
      /A withdrawal of 500\.00 USD was requested on 2026-11-05 14:30 UTC\. It will be paid in USDT to TQn9\*{4}bLSE\./,
    ],
    [
      { kind: 'withdrawal_sent', amount: '495', currency: 'USDT', transaction: 'ab12' },
      'en',
      /: 495 USDT\.\n\nTransaction or bank reference: ab12\n/,
    ],
    [
      { kind: 'payout_method_added', destination: 'GB33****5555', usableAtMs: createdAtMs + 86_400_000 },
      'en',
      /GB33\*{4}5555\. It can be used from 2026-11-06 14:30 UTC\./,
    ],
  ]
  for (const [content, language, expected] of figures) {
    test(`of ${JSON.stringify(content)} in ${language} says ${expected}`, () => {
      assert.match(rendered(content, 'email', language).text, expected)
    })
  }

  test('leaves out an empty reason', () => {
    const { text } = rendered({ kind: 'withdrawal_refused', amount: '1.00', note: ' ' }, 'email', 'en')
    assert.doesNotMatch(text, /Reason/)
  })

  const links: readonly (readonly [RegExp, string])[] = [
    [/^deposit_/, '/mine/charge'],
    [/^withdrawal_(?!code)/, '/mine/withdraw'],
    [/^payout_method_(?!code)/, '/mine/wallet'],
    [/^balance_/, '/mine/history'],
  ]
  for (const [kinds, path] of links) {
    test(`links to ${path} from the kinds ${kinds}`, () => {
      const matching = contents.filter(({ kind }) => kinds.test(kind))
      assert.ok(matching.length > 0)
      for (const content of matching) {
        const { html } = rendered(content, 'email', 'en', 'https://m.example.com')
        assert.ok(html.includes(`<a href="https://m.example.com${path}">`), content.kind)
      }
    })
  }

  test('escapes placeholder values in HTML', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (code) => {
        const { html } = rendered(
          { kind: 'register_code', code: `<b>${code}`, validMinutes: 10 },
          'email',
          'en',
        )
        assert.ok(!html.includes('<b>'))
        assert.ok(html.includes(`&lt;b&gt;${escapeHtml(code)}</p>`))
        assert.doesNotMatch(escapeHtml(code), /[<>"']/)
      }),
    )
  })
})
