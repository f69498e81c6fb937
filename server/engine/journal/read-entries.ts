// Reads selected entries of a packed batch, for followers. A page has thousands of lines, and most are not decoded.
import { promisify } from 'node:util'
import { zstdDecompress, zstdDecompressSync } from 'node:zlib'
import type { Command } from '#core/decision/command.ts'
import type { JournalEntry } from '#server/engine/journal/journal.ts'
import { isRecord } from '#server/engine/journal/shared-values.ts'
import { unpackJournal } from '#server/engine/journal/unpack-journal.ts'
import { compressedPage, isFormat2, maxUnpackedBytes } from '#server/engine/journal/unpack-page.ts'

/** An entry without the prices of its decision, which are shared values of the batch. */
export type FollowedEntry = Omit<JournalEntry, 'market' | 'board'>

export type IndexedEntry = {
  /** Place of the entry in its batch, from 0. */
  readonly index: number
  readonly entry: FollowedEntry
}

export type CommandKinds = ReadonlySet<Command['kind']>

/**
 * The entries with a command of one of these kinds, in order. Each is decoded when the caller reaches it. Throws if the
 * batch cannot be unpacked. Does not check the shape of the entries, because the engine wrote them.
 */
export async function readEntries(packed: Buffer, kinds: CommandKinds): Promise<Iterable<IndexedEntry>> {
  if (!isFormat2(packed)) return format1Entries(packed, kinds)
  const text = await pageText(packed)
  const marks = [...kinds].map((kind) => Buffer.from(`"kind":"${kind}"`))
  const lines = entryLines(text)
  return marks.some((mark) => text.includes(mark)) ? format2Entries({ text, lines, marks }, kinds) : []
}

/** Up to this size, decompressing takes less time than handing the work to another thread. */
const maxSyncBytes = 16 * 1024
const limit = { maxOutputLength: maxUnpackedBytes }

async function pageText(packed: Buffer): Promise<Buffer> {
  const page = compressedPage(packed)
  return page.length <= maxSyncBytes ? zstdDecompressSync(page, limit) : await decompress(page, limit)
}

const decompress = promisify(zstdDecompress)

type Line = readonly [start: number, end: number]

type MarkedLines = {
  readonly text: Buffer
  readonly lines: readonly Line[]
  readonly marks: readonly Buffer[]
}

/** A quote inside a JSON string is escaped, so a line without a mark has no command of that kind. */
function* format2Entries({ text, lines, marks }: MarkedLines, kinds: CommandKinds): Generator<IndexedEntry> {
  for (const [index, [start, end]] of lines.entries()) {
    const line = text.subarray(start, end)
    if (!marks.some((mark) => line.includes(mark))) continue
    const entry = JSON.parse(line.toString()) as FollowedEntry
    if (kinds.has(entry.command.kind)) yield { index, entry }
  }
}

const lineBreak = 0x0a

/** The last lines of a page. Its first line tells how many there are. */
function entryLines(text: Buffer): readonly Line[] {
  const lines: Line[] = []
  let start = 0
  for (let end = text.indexOf(lineBreak); end !== -1; end = text.indexOf(lineBreak, start)) {
    lines.push([start, end])
    start = end + 1
  }
  const head: unknown = JSON.parse(text.toString('utf8', ...(lines[0] ?? [0, 0])))
  const { shared, accounts, entries } = isRecord(head) ? head : {}
  const others = 1 + Number(shared) + Number(accounts)
  if (start !== text.length || others + Number(entries) !== lines.length)
    throw new TypeError('the batch is incomplete')
  return lines.slice(others)
}

/** Batches of format 1 are one JSON value, which is decoded at once. */
function* format1Entries(packed: Buffer, kinds: CommandKinds): Generator<IndexedEntry> {
  const entries = unpackJournal(packed)
  if (!Array.isArray(entries)) throw new TypeError('the batch is not a list of entries')
  for (const [index, entry] of (entries as readonly FollowedEntry[]).entries())
    if (kinds.has(entry.command.kind)) yield { index, entry }
}
