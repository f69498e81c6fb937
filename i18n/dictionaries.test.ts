import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { messages as accountEnglish } from '#i18n/account/en.ts'
import { messages as accountHk } from '#i18n/account/hk.ts'
import { messages as deskEnglish } from '#i18n/desk/en.ts'
import { messages as deskHk } from '#i18n/desk/hk.ts'
import { messages as entryEnglish } from '#i18n/entry/en.ts'
import { messages as entryHk } from '#i18n/entry/hk.ts'
import { messages as historyEnglish } from '#i18n/history/en.ts'
import { messages as historyHk } from '#i18n/history/hk.ts'
import { messages as ordersEnglish } from '#i18n/orders/en.ts'
import { messages as ordersHk } from '#i18n/orders/hk.ts'
import { messages as serverEnglish } from '#i18n/server/en.ts'
import { messages as serverHk } from '#i18n/server/hk.ts'
import { messages as ticketEnglish } from '#i18n/ticket/en.ts'
import { messages as ticketHk } from '#i18n/ticket/hk.ts'
import { messages as tradingEnglish } from '#i18n/trading/en.ts'
import { messages as tradingHk } from '#i18n/trading/hk.ts'
import { messages as webEnglish } from '#i18n/web/en.ts'
import { messages as webHk } from '#i18n/web/hk.ts'

type Dictionary = Readonly<Record<string, string>>

const translations: readonly (readonly [string, Dictionary, Dictionary])[] = [
  ['web hk', webEnglish, webHk],
  ['entry hk', entryEnglish, entryHk],
  ['account hk', accountEnglish, accountHk],
  ['history hk', historyEnglish, historyHk],
  ['orders hk', ordersEnglish, ordersHk],
  ['ticket hk', ticketEnglish, ticketHk],
  ['trading hk', tradingEnglish, tradingHk],
  ['server hk', serverEnglish, serverHk],
  ['desk hk', deskEnglish, deskHk],
]

/** Placeholder names of a message. In compiled ICU, strings are text and arrays are placeholders, name first. */
function placeholders(message: string): readonly string[] {
  return [...new Set(placeholdersIn(compileMessage(message)))].sort()
}

/** The third entry of a plural or select contains nested messages, by case. */
function placeholdersIn(parts: unknown): readonly string[] {
  if (!Array.isArray(parts)) return []
  return parts.filter(Array.isArray).flatMap(([name, , cases]) => {
    const inner =
      typeof cases === 'object' && cases !== null ? Object.values(cases).flatMap(placeholdersIn) : []
    return [String(name), ...inner]
  })
}

describe('the dictionaries', () => {
  for (const [name, english, other] of translations) {
    test(`${name} has all keys of English with the same placeholders and no empty message`, () => {
      assert.deepEqual(Object.keys(other).sort(), Object.keys(english).sort())
      for (const [key, message] of Object.entries(other)) {
        assert.notEqual(message.trim(), '', key)
        assert.deepEqual(placeholders(message), placeholders(english[key] ?? ''), key)
      }
    })
  }

  test('the placeholders of a plural include those of its cases', () => {
    assert.deepEqual(placeholders('{a} and {count, plural, one {# {b}} other {# orders}}'), [
      'a',
      'b',
      'count',
    ])
  })
})
