import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import { leafHash } from '#server/engine/journal/account-leaf.ts'
import { chainHash, format2Hash, type JournalEntry } from '#server/engine/journal/journal.ts'
import { createOrderJson } from '#server/engine/journal/order-json.ts'
import { createJournalPacker, type PackedJournal } from '#server/engine/journal/pack-journal.ts'
import { format2Mark, hasAccount, leavesOf, unpackPage } from '#server/engine/journal/unpack-page.ts'
import { marketOf } from '#test/trading/test-board.ts'
import { createSeededBytes } from '#test/trading-day/scenario/seeded-random.ts'

const market = marketOf('USDJPY')
const now = { state: 'closed', quote: undefined, stateSeq: 0, isCurrent: false, waitFromMs: null } as const

function refusal(userId: number, fields: Partial<JournalEntry> = {}): JournalEntry {
  return {
    rules: 2,
    timeMs: 9,
    command: { kind: 'reset_demo', userId },
    board: { seq: 3, tickMs: 2, markets: { 7: now }, rates: {}, conversions: {} },
    feed: 'sim:1',
    feeMode: 'per_lot',
    market: null,
    nextOrderId: 7,
    nextTransferId: 1,
    outcome: { kind: 'refused', reason: 'not_demo' },
    ...fields,
  }
}

const position = { group: 0, seq: 12 }

function pack(entries: readonly JournalEntry[], seed = 1): PackedJournal {
  const page = createJournalPacker(createOrderJson())
  for (const [at, entry] of entries.entries()) page.add(page.encode(entry), at)
  return page.pack(position, createSeededBytes(seed))
}

/** Two users, the higher one first, and two entries of one of them. */
const entries = [refusal(9), refusal(4, { market }), refusal(9, { timeMs: 10 })]
const maxBytes = 1e6

describe('a packed batch of format 2', () => {
  const { packed, root } = pack(entries)
  const { accounts, texts } = unpackPage(packed, maxBytes)

  test('lists the accounts in ascending order, each with its last version, its entries and shared values', () => {
    assert.deepEqual(
      accounts.map(({ salt: _, ...account }) => account),
      [
        { userId: 4, version: 1, changes: 0, entries: [1], shared: [0, 1] },
        { userId: 9, version: 2, changes: 0, entries: [0, 2], shared: [0] },
      ],
    )
  })

  test('has the accounts of its entries and no other, whatever their texts contain', () => {
    const { packed: hostile } = pack([
      refusal(94, { feed: '\n[7,1,1]\n', market: { ...market, showCode: '\n[8,' } }),
    ])
    const found = [packed, hostile].map((batch) =>
      [1, 4, 7, 8, 9, 94].filter((userId) => hasAccount(batch, userId, maxBytes)),
    )
    assert.deepEqual(found, [[4, 9], [94]])
    assert.throws(() => hasAccount(packed.subarray(0, -9), 4, maxBytes))
    assert.throws(() => hasAccount(packed, 4, 100))
  })

  test('stores each shared value once', () => {
    assert.deepEqual(texts.shared, [JSON.stringify(now), JSON.stringify(market)])
  })

  test('has the Merkle root of docs/verify.md', () => {
    const [now7, terms] = texts.shared.map(sha256)
    const [first, second, third] = texts.entries.map(sha256)
    const [salt4, salt9] = accounts.map(({ salt }) => salt.toString('hex'))
    const head = (salt = '', userId = 0, version = 0) =>
      `\0{"salt":"${salt}","group":0,"seq":12,"userId":${userId},"version":${version},"changes":0`
    const leaf4 = sha256(
      `${head(salt4, 4, 1)},"shared":{"0":"${now7}","1":"${terms}"},"entries":["${second}"]}`,
    )
    const leaf9 = sha256(`${head(salt9, 9, 2)},"shared":{"0":"${now7}"},"entries":["${first}","${third}"]}`)
    assert.equal(root.toString('hex'), sha256(Buffer.from(`01${leaf4}${leaf9}`, 'hex')))
  })

  test('has the leaves that its reader computes', () => {
    const [one, other] = leavesOf(unpackPage(packed, maxBytes), position).map(leafHash)
    assert.equal(root.toString('hex'), sha256(Buffer.from(`01${one}${other}`, 'hex')))
  })

  test('has another root with other salts, at another position and in another version', () => {
    const seqs = leavesOf(unpackPage(packed, maxBytes), { group: 0, seq: 13 }).map(leafHash)
    const groups = leavesOf(unpackPage(packed, maxBytes), { group: 1, seq: 12 }).map(leafHash)
    assert.equal(new Set([...seqs, ...groups]).size, 4)
    assert.notDeepEqual(pack(entries, 2).root, root)
    assert.notDeepEqual(pack([...entries, refusal(9)]).root, root)
  })

  test('is refused if it is cut off, empty, or its lines are not what its first line counts', () => {
    const page = (text: string, salts = 0) =>
      Buffer.concat([
        format2Mark,
        Buffer.from([0, 0, 0, salts]),
        Buffer.alloc(16 * salts),
        zstdCompressSync(text),
      ])
    const none = '{"shared":0,"accounts":0,"entries":0}\n'
    assert.deepEqual(unpackPage(page(none), maxBytes).entries, [])
    for (const wrong of [
      packed.subarray(0, 20),
      packed.subarray(0, -9),
      format2Mark,
      page(''),
      page('[]\n'),
      page(none, 1),
      page(none.trimEnd()),
      page(`${none}{}\n`),
      page('{"shared":0,"accounts":1,"entries":0}\n[1,2]\n', 1),
      page('{"shared":0,"accounts":1,"entries":0}\n[1,2,-3]\n', 1),
      page('{"shared":0,"accounts":0,"entries":1}\n{"market":0}\n'),
      page('{"shared":-1,"accounts":0,"entries":1}\n'),
    ])
      assert.throws(() => unpackPage(wrong, maxBytes))
    assert.throws(() => unpackPage(packed, 100))
  })
})

describe('chainHash', () => {
  const before = Buffer.alloc(32, 5)
  const packed = Buffer.from('packed')
  const root = Buffer.alloc(32, 6)

  test('covers the previous hash and the packed batch in format 1', () => {
    const hash = chainHash(before, { packed, root: null })
    assert.equal(hash.toString('hex'), sha256(Buffer.concat([before, packed])))
  })

  test('covers a fixed text, the previous hash, the root and the hash of the packed batch in format 2', () => {
    const tag = Buffer.from('openlot journal, row of format 2')
    assert.equal(tag.length, 32)
    const parts = [tag, before, root, Buffer.from(sha256(packed), 'hex')]
    const expected = sha256(Buffer.concat(parts))
    assert.equal(chainHash(before, { packed, root }).toString('hex'), expected)
    assert.equal(format2Hash(before, root, Buffer.from(sha256(packed), 'hex')).toString('hex'), expected)
  })

  test('gives another hash if a format 2 batch is presented as format 1', () => {
    const asFormat1 = Buffer.concat([root, Buffer.from(sha256(packed), 'hex')])
    const hashes = [packed, asFormat1].map((bytes) => chainHash(before, { packed: bytes, root: null }))
    assert.ok(hashes.every((hash) => !hash.equals(chainHash(before, { packed, root }))))
  })
})

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
