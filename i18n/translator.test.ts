import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { createTranslator, isolatingValues } from '#i18n/translator.ts'

test('isolates texts among the values, and leaves numbers to plural rules', () => {
  const message = '{email}: {count, plural, one {# order} other {# orders}}{note}'
  const translate = isolatingValues(createTranslator('ar', { news: compileMessage(message) }))
  assert.equal(
    translate('news', { email: 'ben@example.com', count: 1, note: '' }),
    '\u2068ben@example.com\u2069: 1 order',
  )
})
