// Reads a packed batch of format 2: mark, number of accounts, their salts, then the page, compressed with zstd.
import { zstdDecompressSync } from 'node:zlib'
import {
  type AccountLeaf,
  type BatchPosition,
  saltBytes,
  textHash,
} from '#server/engine/journal/account-leaf.ts'
import { isRecord, referencesOf, withShared } from '#server/engine/journal/shared-values.ts'

/** No other format starts with these bytes: zstd has its own mark, and no raw deflate block has the type of 0x4f. */
export const format2Mark = Buffer.from([0x4f, 0x4c, 0x4a, 0x02])

/** Far more than a full batch of 6,144 rows. */
export const maxUnpackedBytes = 256 * 1024 * 1024

/** The first line: how many lines of each kind follow. */
export type PageHead = { readonly shared: number; readonly accounts: number; readonly entries: number }

/** One account of a batch. */
export type PageAccount = {
  readonly userId: number
  /** Version of the account after the batch. */
  readonly version: number
  /** Number of its entries that changed it. */
  readonly changes: number
  readonly salt: Buffer
  /** Positions of its entries in the batch. */
  readonly entries: readonly number[]
  /** Indexes of the shared values that its entries refer to, ascending. */
  readonly shared: readonly number[]
}

export type Page = {
  /** Parsed, with their shared values. Their shape is not checked. */
  readonly entries: readonly unknown[]
  readonly accounts: readonly PageAccount[]
  /** The stored text of the shared values and of the entries. */
  readonly texts: { readonly shared: readonly string[]; readonly entries: readonly string[] }
}

export function isFormat2(packed: Buffer): boolean {
  return packed.subarray(0, format2Mark.length).equals(format2Mark)
}

const saltsAt = format2Mark.length + 4

/** The page as it is stored, compressed. */
export function compressedPage(packed: Buffer): Buffer {
  return packed.subarray(saltsAt + accountCountOf(packed) * saltBytes)
}

function accountCountOf(packed: Buffer): number {
  return packed.readUInt32BE(format2Mark.length)
}

function pageText(packed: Buffer, maxBytes: number): Buffer {
  return zstdDecompressSync(compressedPage(packed), { maxOutputLength: maxBytes })
}

/**
 * Whether the batch lists this account, without decoding its lines. Only the line of an account starts with a bracket,
 * and no line contains a line break. Throws if the page does not decompress or is too large.
 */
export function hasAccount(packed: Buffer, userId: number, maxBytes = maxUnpackedBytes): boolean {
  return pageText(packed, maxBytes).includes(`\n[${userId},`)
}

/** Throws if the page is malformed or too large. */
export function unpackPage(packed: Buffer, maxBytes = maxUnpackedBytes): Page {
  const accountCount = accountCountOf(packed)
  const { shared, accounts, entries } = splitPage(splitLines(pageText(packed, maxBytes)))
  if (accounts.length !== accountCount)
    throw new TypeError('the batch does not have one salt for each account')
  const values = shared.map(parse)
  const stored = entries.map(parse)
  const byUser = entriesByUser(stored, shared.length)
  return {
    entries: stored.map((entry) => withShared(entry, values)),
    accounts: accounts.map((line, at) => {
      const salt = packed.subarray(saltsAt + at * saltBytes, saltsAt + (at + 1) * saltBytes)
      return accountOf(parse(line), salt, byUser)
    }),
    texts: { shared, entries },
  }
}

/** The leaves of the Merkle tree, in the order of the accounts. */
export function leavesOf({ accounts, texts }: Page, { group, seq }: BatchPosition): readonly AccountLeaf[] {
  const sharedHashes = texts.shared.map(textHash)
  const entryHashes = texts.entries.map(textHash)
  return accounts.map(({ userId, version, changes, salt, entries, shared }) => ({
    ...{ salt: salt.toString('hex'), group, seq, userId, version, changes },
    shared: shared.map((index) => [index, sharedHashes[index] ?? '']),
    entries: entries.map((entry) => entryHashes[entry] ?? ''),
  }))
}

function parse(line: string): unknown {
  return JSON.parse(line)
}

/** Each line ends with a line break, which JSON on one line cannot contain. */
function splitLines(text: Buffer): readonly string[] {
  const lines: string[] = []
  let start = 0
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
    lines.push(text.toString('utf8', start, end))
    start = end + 1
  }
  if (start !== text.length) throw new TypeError('the last line is incomplete')
  return lines
}

type PageLines = Readonly<Record<keyof PageHead, readonly string[]>>

function splitPage([first = '', ...lines]: readonly string[]): PageLines {
  const head = parse(first)
  if (!isRecord(head)) throw new TypeError('the first line is not the head of a batch')
  const { shared, accounts, entries } = head
  if (
    !isCount(shared) ||
    !isCount(accounts) ||
    !isCount(entries) ||
    shared + accounts + entries !== lines.length
  )
    throw new TypeError('the first line does not count the others')
  return {
    shared: lines.slice(0, shared),
    accounts: lines.slice(shared, shared + accounts),
    entries: lines.slice(shared + accounts),
  }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

type UserEntries = { readonly entries: number[]; readonly shared: Set<number> }

function entriesByUser(stored: readonly unknown[], sharedCount: number): ReadonlyMap<unknown, UserEntries> {
  const byUser = new Map<unknown, UserEntries>()
  for (const [at, entry] of stored.entries()) {
    const command = isRecord(entry) ? entry['command'] : undefined
    const userId = isRecord(command) ? command['userId'] : undefined
    const known = byUser.get(userId) ?? { entries: [], shared: new Set<number>() }
    byUser.set(userId, known)
    known.entries.push(at)
    for (const reference of referencesOf(entry)) {
      if (!isCount(reference) || reference >= sharedCount)
        throw new TypeError(`there is no shared value ${reference}`)
      known.shared.add(reference)
    }
  }
  return byUser
}

function accountOf(line: unknown, salt: Buffer, byUser: ReadonlyMap<unknown, UserEntries>): PageAccount {
  const [userId, version, changes] = Array.isArray(line) ? (line as readonly unknown[]) : []
  if (!isCount(userId) || !isCount(version) || !isCount(changes))
    throw new TypeError('an account is not its user id, version and number of changes')
  const { entries = [], shared = [] } = byUser.get(userId) ?? {}
  return { userId, version, changes, salt, entries, shared: [...shared].sort((one, other) => one - other) }
}
