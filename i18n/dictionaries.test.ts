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

/** The named holes of a message, in compiled ICU: strings are text, arrays are holes that begin with their name. */
function holes(message: string): readonly string[] {
  return [...new Set(holesIn(compileMessage(message)))].sort()
}

/** A plural or a choice holds messages of its own, by case, as the third entry of its hole. */
function holesIn(parts: unknown): readonly string[] {
  if (!Array.isArray(parts)) return []
  return parts.filter(Array.isArray).flatMap(([name, , cases]) => {
    const inner = typeof cases === 'object' && cases !== null ? Object.values(cases).flatMap(holesIn) : []
    return [String(name), ...inner]
  })
}

describe('the dictionaries', () => {
  for (const [name, english, other] of translations) {
    test(`${name} has the keys of English, each with the same holes and some words`, () => {
      assert.deepEqual(Object.keys(other).sort(), Object.keys(english).sort())
      for (const [key, words] of Object.entries(other)) {
        assert.notEqual(words.trim(), '', key)
        assert.deepEqual(holes(words), holes(english[key] ?? ''), key)
      }
    })
  }

  test('holes are found, so that a lost one is noticed', () => {
    assert.deepEqual(holes('{a} and {count, plural, one {# {b}} other {# orders}}'), ['a', 'b', 'count'])
  })
})
