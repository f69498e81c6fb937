import { inflateRawSync, zstdDecompressSync } from 'node:zlib'

/** First bytes of the current format, which is zstd. Older batches are raw deflate and never start with these. */
const magic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

/** Far more than a full batch of 2,048 commands and 6,144 rows. */
const maxUnpackedBytes = 256 * 1024 * 1024

/**
 * The entries of a packed batch. Throws if it cannot be unpacked or is too large. The shape of the entries is not
 * checked.
 */
export function unpackJournal(packed: Buffer, maxBytes = maxUnpackedBytes): unknown {
  const limit = { maxOutputLength: maxBytes }
  if (!packed.subarray(0, magic.length).equals(magic))
    return JSON.parse(inflateRawSync(packed, limit).toString())
  const page: unknown = JSON.parse(zstdDecompressSync(packed, limit).toString())
  if (!isPage(page)) throw new TypeError('the batch has no list of entries and shared values')
  return page.entries.map((entry) => withShared(entry, page.shared))
}

type Page = { readonly shared: readonly unknown[]; readonly entries: readonly unknown[] }

function isPage(page: unknown): page is Page {
  return isRecord(page) && Array.isArray(page['shared']) && Array.isArray(page['entries'])
}

/** Replaces references with the shared values they point to. */
function withShared(entry: unknown, shared: Page['shared']): unknown {
  if (!isRecord(entry)) return entry
  const { market, board } = entry
  const resolve = (reference: unknown) => (typeof reference === 'number' ? shared[reference] : reference)
  return { ...entry, market: resolve(market), board: boardWithShared(board, resolve) }
}

function boardWithShared(board: unknown, resolve: (reference: unknown) => unknown): unknown {
  if (!isRecord(board) || !isRecord(board['markets'])) return board
  const markets = Object.entries(board['markets']).map(([id, reference]) => [id, resolve(reference)])
  return { ...board, markets: Object.fromEntries(markets) }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
