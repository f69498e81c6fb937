import { constants, zstdCompressSync } from 'node:zlib'
import type { JournalEntry } from '#server/engine/journal/journal.ts'
import type { OrderJson } from '#server/engine/journal/order-json.ts'

/** Packs the journal of one batch. Entries are encoded as they are added, while the previous batch is committed. */
export type JournalPacker = {
  readonly add: (entry: JournalEntry) => void
  readonly isEmpty: () => boolean
  readonly pack: () => Buffer
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

  function indexOf(value: object): number {
    const known = indexes.get(value)
    if (known !== undefined) return known
    indexes.set(value, shared.length)
    return shared.push(JSON.stringify(value)) - 1
  }
  function boardJson({ markets, ...board }: JournalEntry['board']): string {
    const references = Object.entries(markets).map(([id, now]) => `"${id}":${indexOf(now)}`)
    return `{"markets":{${references.join(',')}},${withoutOpeningBrace(board)}`
  }
  function outcomeJson(outcome: JournalEntry['outcome']): string {
    if (outcome.kind !== 'decided') return JSON.stringify(outcome)
    const { orders, ...effects } = outcome.effects
    return `{"kind":"decided","effects":{"orders":[${orders.map(json.order).join(',')}],${withoutOpeningBrace(effects)}}`
  }
  return {
    add({ market, board, outcome, ...rest }) {
      const index = market === null ? null : indexOf(market)
      entries.push(
        `{"market":${index},"board":${boardJson(board)},"outcome":${outcomeJson(outcome)},${withoutOpeningBrace(rest)}`,
      )
    },
    isEmpty: () => entries.length === 0,
    // Two strings: market names are not all Latin-1, and would make every character of a joined string take two bytes.
    pack: () => compress([`{"shared":[${shared.join(',')}],`, `"entries":[${entries.join(',')}]}`]),
  }
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
