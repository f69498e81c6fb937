import { inflateRawSync, zstdDecompressSync } from 'node:zlib'

/** How every text begins that was packed as it is now. What is older was packed otherwise, and never began so. */
const magic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

/** Far more than 2,048 commands and 6,000 rows come to. */
const mostUnpackedBytes = 256 * 1024 * 1024

/**
 * The entries of a batch, whole again. Throws where it does not unpack, or to too much. That they are what entries are is for
 * whoever does not trust the database to see.
 */
export function unpackJournal(packed: Buffer, mostBytes = mostUnpackedBytes): unknown {
  const bound = { maxOutputLength: mostBytes }
  if (!packed.subarray(0, magic.length).equals(magic))
    return JSON.parse(inflateRawSync(packed, bound).toString())
  const page: unknown = JSON.parse(zstdDecompressSync(packed, bound).toString())
  if (!isPage(page)) throw new TypeError('it is no page of a journal')
  return page.entries.map((entry) => withShared(entry, page.shared))
}

type Page = { readonly shared: readonly unknown[]; readonly entries: readonly unknown[] }

function isPage(page: unknown): page is Page {
  return isRecord(page) && Array.isArray(page['shared']) && Array.isArray(page['entries'])
}

/** What stands in the list of what is shared is put back where its place is named. */
function withShared(entry: unknown, shared: Page['shared']): unknown {
  if (!isRecord(entry)) return entry
  const { market, board } = entry
  const named = (place: unknown) => (typeof place === 'number' ? shared[place] : place)
  return { ...entry, market: named(market), board: boardWith(board, named) }
}

function boardWith(board: unknown, named: (place: unknown) => unknown): unknown {
  if (!isRecord(board) || !isRecord(board['markets'])) return board
  const markets = Object.entries(board['markets']).map(([id, place]) => [id, named(place)])
  return { ...board, markets: Object.fromEntries(markets) }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
