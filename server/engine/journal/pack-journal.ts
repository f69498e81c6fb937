import { constants, zstdCompressSync } from 'node:zlib'
import { type BatchPosition, leafHash, saltBytes, textHash } from '#server/engine/journal/account-leaf.ts'
import type { JournalEntry } from '#server/engine/journal/journal.ts'
import { merkleRoot } from '#server/engine/journal/merkle-tree.ts'
import type { OrderJson } from '#server/engine/journal/order-json.ts'
import { format2Mark, type PageHead } from '#server/engine/journal/unpack-page.ts'
import type { Random } from '#server/platform/random.ts'

/** Packs the journal of one batch. Entries are encoded one by one, while the previous batch is committed. */
export type JournalPacker = {
  /** Adds no entry. If it throws, shared values may remain that no entry refers to, which is harmless. */
  readonly encode: (entry: JournalEntry) => EncodedEntry
  /** `version` is that of the account after the entry. */
  readonly add: (entry: EncodedEntry, version: number) => void
  readonly isEmpty: () => boolean
  readonly pack: (position: BatchPosition, random: Random) => PackedJournal
}

/** `root` is the Merkle root over the entries of each account. */
export type PackedJournal = { readonly packed: Buffer; readonly root: Buffer }

export type EncodedEntry = {
  readonly userId: number
  readonly isDecided: boolean
  readonly line: string
  /** Indexes of the shared values that it refers to. */
  readonly shared: readonly number[]
}

type AccountPart = {
  readonly userId: number
  version: number
  changes: number
  /** Hashes of its entries. */
  readonly entries: string[]
  readonly shared: Set<number>
}

/** The fastest level: entries of a batch are so similar that it compresses well enough. */
const params = { [constants.ZSTD_c_compressionLevel]: 1 }

/**
 * Many entries share the same markets and quotes. Each of these is written once to a list, and entries hold its index.
 */
export function createJournalPacker(json: OrderJson): JournalPacker {
  const entries: string[] = []
  const shared: string[] = []
  const indexes = new Map<object, number>()
  const accounts = new Map<number, AccountPart>()

  function indexOf(value: object, used: number[]): number {
    const index = indexes.get(value) ?? shared.push(JSON.stringify(value)) - 1
    indexes.set(value, index)
    used.push(index)
    return index
  }
  function boardJson({ markets, ...board }: JournalEntry['board'], used: number[]): string {
    const references = Object.entries(markets).map(([id, now]) => `"${id}":${indexOf(now, used)}`)
    return `{"markets":{${references.join(',')}},${withoutOpeningBrace(board)}`
  }
  function outcomeJson(outcome: JournalEntry['outcome']): string {
    if (outcome.kind !== 'decided') return JSON.stringify(outcome)
    const { orders, ...effects } = outcome.effects
    return `{"kind":"decided","effects":{"orders":[${orders.map(json.order).join(',')}],${withoutOpeningBrace(effects)}}`
  }
  function partOf(userId: number): AccountPart {
    const known = accounts.get(userId)
    if (known !== undefined) return known
    const part = { userId, version: 0, changes: 0, entries: [], shared: new Set<number>() }
    accounts.set(userId, part)
    return part
  }
  return {
    encode({ market, board, outcome, ...rest }) {
      const used: number[] = []
      const index = market === null ? null : indexOf(market, used)
      const line = `{"market":${index},"board":${boardJson(board, used)},"outcome":${outcomeJson(outcome)},${withoutOpeningBrace(rest)}`
      return { userId: rest.command.userId, isDecided: outcome.kind === 'decided', line, shared: used }
    },
    add({ userId, isDecided, line, shared: used }, version) {
      const account = partOf(userId)
      account.version = version
      if (isDecided) account.changes += 1
      for (const index of used) account.shared.add(index)
      entries.push(line)
      account.entries.push(textHash(line))
    },
    isEmpty: () => entries.length === 0,
    pack(position, random) {
      const sorted = [...accounts.values()].sort((one, other) => one.userId - other.userId)
      const salts = Buffer.from(random.bytes(saltBytes * sorted.length))
      const parts = { shared, accounts: sorted, entries }
      return { root: rootOf(parts, position, salts), packed: packPage(parts, salts) }
    },
  }
}

type PageParts = {
  readonly shared: readonly string[]
  /** In ascending order of the user id. */
  readonly accounts: readonly AccountPart[]
  readonly entries: readonly string[]
}

function rootOf({ shared, accounts }: PageParts, { group, seq }: BatchPosition, salts: Buffer): Buffer {
  const hashes = shared.map(textHash)
  const saltText = salts.toString('hex')
  const leaves = accounts.map((account, at) => {
    const { userId, version, changes, entries } = account
    const salt = saltText.slice(2 * saltBytes * at, 2 * saltBytes * (at + 1))
    const indexes = [...account.shared].sort((one, other) => one - other)
    const pairs = indexes.map((index) => [index, hashes[index] ?? ''] as const)
    return leafHash({ salt, group, seq, userId, version, changes, shared: pairs, entries })
  })
  return Buffer.from(merkleRoot(leaves), 'hex')
}

/** One JSON value on each line: the head, the shared values, the accounts, the entries. */
function packPage({ shared, accounts, entries }: PageParts, salts: Buffer): Buffer {
  const head: PageHead = { shared: shared.length, accounts: accounts.length, entries: entries.length }
  const rows = accounts.map(({ userId, version, changes }) => `[${userId},${version},${changes}]`)
  const count = Buffer.alloc(4)
  count.writeUInt32BE(accounts.length)
  // Two texts: market names are not all Latin-1, and would make every character of a joined string take two bytes.
  const page = compress([textOf([JSON.stringify(head), ...shared]), textOf([...rows, ...entries])])
  // The salts are random and would not compress.
  return Buffer.concat([format2Mark, count, salts, page])
}

function textOf(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`
}

/** Reused for every batch: a new buffer each time would cause a full garbage collection every few seconds. */
const scratch = Buffer.allocUnsafeSlow(256 * 1024)
const minChunk = 1024
const maxChunk = 64 * 1024

function compress(texts: readonly string[]): Buffer {
  const length = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  const page = length <= scratch.length ? scratch.subarray(0, length) : Buffer.allocUnsafe(length)
  let at = 0
  for (const text of texts) at += page.write(text, at)
  if (at !== length) throw new Error('the journal was not encoded completely')
  // About the size of the compressed result.
  const chunkSize = Math.min(maxChunk, Math.max(minChunk, length >> 2))
  return zstdCompressSync(page, { params, chunkSize })
}

/** The fields as JSON, to be appended to an object that is already open. */
function withoutOpeningBrace(fields: object): string {
  return JSON.stringify(fields).slice(1)
}
