import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deflateRawSync, zstdCompressSync } from 'node:zlib'
import { micros } from '#core/money/amounts.ts'
import type { JournalEntry } from '#server/engine/journal/journal.ts'
import { createOrderJson } from '#server/engine/journal/order-json.ts'
import { createJournalPacker } from '#server/engine/journal/pack-journal.ts'
import { unpackJournal } from '#server/engine/journal/unpack-journal.ts'
import { systemRandom } from '#server/platform/random.ts'
import { openOrder, sampleReceipt } from '#test/engine/sample-orders.ts'
import { marketOf } from '#test/trading/test-board.ts'

const { quote: onReceipt, feed: source } = sampleReceipt('market_order')
const quote = onReceipt === null ? undefined : { ...onReceipt, source }
const now = { state: 'open', quote, stateSeq: 1, isCurrent: true, waitFromMs: 2 } as const
const market = marketOf('USDJPY')

function entryOf(userId: number): JournalEntry {
  const effects = {
    orders: [openOrder({ id: 7, userId }), openOrder({ id: 8, userId, opened: null, openedAtMs: null })],
    transfers: [],
    cash: micros(5),
    locked: micros(0),
    isWarned: false,
    notice: null,
    movement: null,
  }
  return {
    rules: 2,
    timeMs: 9,
    command: { kind: 'reset_demo', userId },
    board: {
      seq: 3,
      tickMs: 2,
      markets: {
        [market.id]: now,
        7: { state: 'closed', quote: undefined, stateSeq: 0, isCurrent: false, waitFromMs: null },
      },
      rates: {},
      conversions: { EUR: market.id },
    },
    feed: 'sim:1',
    feeMode: 'per_lot',
    market,
    nextOrderId: 7,
    nextTransferId: 1,
    outcome: { kind: 'decided', effects },
  }
}

const refused: JournalEntry = {
  ...entryOf(3),
  market: null,
  outcome: { kind: 'refused', reason: 'market_closed', figures: { at: '美元' } },
}
const entries = [entryOf(1), entryOf(2), refused]
/** The entries without their undefined fields, which JSON omits. */
const asJson: unknown = JSON.parse(JSON.stringify(entries))

function packed(): Buffer {
  const page = createJournalPacker(createOrderJson())
  for (const entry of entries) page.add(page.encode(entry), 1)
  return page.pack({ group: 0, seq: 1 }, systemRandom).packed
}

describe('unpackJournal', () => {
  test('returns the packed entries, to the last field', () => {
    assert.deepEqual(unpackJournal(packed()), asJson)
  })

  test('reads the older deflate format', () => {
    assert.deepEqual(unpackJournal(deflateRawSync(JSON.stringify(entries), { level: 1 })), asJson)
  })

  test('reads format 1', () => {
    const page = { shared: [market, now], entries: [{ market: 0, board: { markets: { 7: 1 } } }] }
    const [{ market: m, board }] = JSON.parse(JSON.stringify([entryOf(1)]))
    assert.deepEqual(unpackJournal(zstdCompressSync(JSON.stringify(page))), [
      { market: m, board: { markets: { 7: board.markets[market.id] } } },
    ])
  })

  test('throws if the result is larger than the limit', () => {
    assert.throws(() => unpackJournal(packed(), 100))
    assert.throws(() => unpackJournal(deflateRawSync(JSON.stringify(entries)), 100))
  })

  for (const text of ['[]', '{"shared":[]}', '{"shared":1,"entries":[]}', 'null', '{'])
    test(`throws on ${text}`, () => {
      assert.throws(() => unpackJournal(zstdCompressSync(text)))
    })

  test('resolves unknown references to undefined', () => {
    const page = { shared: [], entries: [{ market: 3, board: { markets: { 7: -1 } } }, 5] }
    assert.deepEqual(unpackJournal(zstdCompressSync(JSON.stringify(page))), [
      { market: undefined, board: { markets: { 7: undefined } } },
      5,
    ])
  })
})
