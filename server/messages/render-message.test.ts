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
  { kind: 'account_exists' },
  { kind: 'password_changed' },
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
        assert.ok(paragraphs.length >= 3)
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
    assert.equal(new Set(texts).size, 16)
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
