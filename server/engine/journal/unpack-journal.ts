import { inflateRawSync, zstdDecompressSync } from 'node:zlib'
import { isRecord, withShared } from '#server/engine/journal/shared-values.ts'
import { isFormat2, maxUnpackedBytes, unpackPage } from '#server/engine/journal/unpack-page.ts'

/** First bytes of zstd, which later batches of format 1 use. Older ones are raw deflate and never start with these. */
const zstdMark = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

/**
 * The entries of a packed batch of any format. Throws if it cannot be unpacked or is too large. The shape of the
 * entries is not checked.
 */
export function unpackJournal(packed: Buffer, maxBytes = maxUnpackedBytes): unknown {
  if (isFormat2(packed)) return unpackPage(packed, maxBytes).entries
  const limit = { maxOutputLength: maxBytes }
  if (!packed.subarray(0, zstdMark.length).equals(zstdMark))
    return JSON.parse(inflateRawSync(packed, limit).toString())
  const page: unknown = JSON.parse(zstdDecompressSync(packed, limit).toString())
  if (!isFormat1Page(page)) throw new TypeError('the batch has no list of entries and shared values')
  return page.entries.map((entry) => withShared(entry, page.shared))
}

type Format1Page = { readonly shared: readonly unknown[]; readonly entries: readonly unknown[] }

function isFormat1Page(page: unknown): page is Format1Page {
  return isRecord(page) && Array.isArray(page['shared']) && Array.isArray(page['entries'])
}
