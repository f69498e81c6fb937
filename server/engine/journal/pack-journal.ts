import { constants, zstdCompressSync } from 'node:zlib'
import type { JournalEntry } from '#server/engine/journal/journal.ts'
import type { OrderJson } from '#server/engine/journal/order-json.ts'

/** The journal of one batch, put into words entry by entry, while the batch before is still being written. */
export type JournalPacker = {
  readonly add: (entry: JournalEntry) => void
  readonly isEmpty: () => boolean
  readonly pack: () => Buffer
}

/** The quickest that is worth it: a batch says much the same over and over. */
const params = { [constants.ZSTD_c_compressionLevel]: 1 }

/**
 * Markets and quotes, which all entries of a moment have in common, stand in a list of their own and are named by their
 * place in it.
 */
export function createJournalPacker(json: OrderJson): JournalPacker {
  const entries: string[] = []
  const shared: string[] = []
  const places = new Map<object, number>()

  function placeOf(value: object): number {
    const known = places.get(value)
    if (known !== undefined) return known
    places.set(value, shared.length)
    return shared.push(JSON.stringify(value)) - 1
  }
  function boardText({ markets, ...board }: JournalEntry['board']): string {
    const places = Object.entries(markets).map(([id, now]) => `"${id}":${placeOf(now)}`)
    return `{"markets":{${places.join(',')}},${rest(board)}`
  }
  function outcomeText(outcome: JournalEntry['outcome']): string {
    if (outcome.kind !== 'decided') return JSON.stringify(outcome)
    const { orders, ...effects } = outcome.effects
    return `{"kind":"decided","effects":{"orders":[${orders.map(json.order).join(',')}],${rest(effects)}}`
  }
  return {
    add({ market, board, outcome, ...plain }) {
      const place = market === null ? null : placeOf(market)
      entries.push(
        `{"market":${place},"board":${boardText(board)},"outcome":${outcomeText(outcome)},${rest(plain)}`,
      )
    },
    isEmpty: () => entries.length === 0,
    // Apart, for names of markets are in letters that would make every other letter take twice its room.
    pack: () => packed([`{"shared":[${shared.join(',')}],`, `"entries":[${entries.join(',')}]}`]),
  }
}

/**
 * Where pages are written out before they are packed: bytes that are thrown away with every batch would have the collector of
 * garbage look through everything every few seconds.
 */
const desk = Buffer.allocUnsafeSlow(256 * 1024)
const leastChunk = 1024
const mostChunk = 64 * 1024

function packed(texts: readonly string[]): Buffer {
  const length = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  const page = length <= desk.length ? desk.subarray(0, length) : Buffer.allocUnsafe(length)
  let at = 0
  for (const text of texts) at += page.write(text, at)
  if (at !== length) throw new Error('a page of the journal was not written out whole')
  // About as much as comes of it.
  const chunkSize = Math.min(mostChunk, Math.max(leastChunk, length >> 2))
  return zstdCompressSync(page, { params, chunkSize })
}

/** Without its first brace, to go on with. */
function rest(fields: object): string {
  return JSON.stringify(fields).slice(1)
}
