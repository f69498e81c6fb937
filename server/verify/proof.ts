// Builds the proof of one account's journal entries from the database.
import {
  type AccountProof,
  type ChainLink,
  checkOwnProof,
  hasAccount,
  isFormat2,
  type JournalHead,
  leafHash,
  leavesOf,
  merklePath,
  type Page,
  type ProvenBatch,
  packedHashOf,
  proofFormat,
  unpackPage,
} from '#server/engine/engine.ts'
import type { Pool, PoolClient } from '#server/storage/storage.ts'
import { beforeFirst } from '#server/verify/journal-chain.ts'
import {
  type JournalChunk,
  type JournalRow,
  journalChunk,
  readJournal,
  readLease,
} from '#server/verify/journal-store.ts'
import { readUserIds } from '#server/verify/proof-store.ts'
import { withSession } from '#server/verify/read-only-session.ts'

export type ProofRequest = {
  /** The uid that the user sees, or the id in the database. */
  readonly user: string
  readonly fromSeq?: number | undefined
  readonly toSeq?: number | undefined
  /** Whether to add the hashes of all other batches from the account's first one on. */
  readonly hasLinks: boolean
}

/** `skipped` counts batches of format 1, from which no account can be shown alone. */
export type ProofResult =
  | { readonly kind: 'proof'; readonly proof: AccountProof; readonly skipped: number }
  | { readonly kind: 'failed'; readonly why: string; readonly isTooLarge?: true }

type FileSize = { readonly batches: number; readonly links: number }

/** Limits of one file: about 100 MB at most. */
const fileLimits: FileSize = { batches: 10_000, links: 100_000 }

/** Only reads. Safe to run while the server trades. */
export async function createProof(
  pool: Pool,
  request: ProofRequest,
  limits = fileLimits,
): Promise<ProofResult> {
  return await withSession(pool, async (client) => {
    const [userId, other] = await readUserIds(client, request.user)
    if (userId === undefined) return failed('there is no such user')
    if (other !== undefined) return failed('two users match: this is the uid of one and the id of another')
    return await collect(client, { ...request, userId, limits, chunk: journalChunk, pause: async () => {} })
  })
}

export type AccountRange = Omit<ProofRequest, 'user'> & {
  readonly userId: number
  readonly limits: FileSize
  /** Awaited after each row and step of the check, so that other work of a server can run in between. */
  readonly pause: () => Promise<void>
}

/** Decoded in one turn of the event loop. A larger batch is read alone. */
const smallChunk: JournalChunk = { bytes: 128 * 1024, rows: 100 }

/** The proof of one account for the server itself: smaller, and in slices. */
export async function proveAccount(pool: Pool, range: AccountRange): Promise<ProofResult> {
  return await withSession(pool, async (client) => await collect(client, { ...range, chunk: smallChunk }))
}

/** The last batch of the journal, which the lease names. Undefined if there is none. Reads one row. */
export async function readHead(pool: Pool): Promise<JournalHead | undefined> {
  const lease = await withSession(pool, readLease)
  if (lease === undefined || lease.lastSeq === beforeFirst.seq) return undefined
  return { seq: lease.lastSeq, hash: lease.lastHash.toString('hex') }
}

type ChunkedRange = AccountRange & { readonly chunk: JournalChunk }

async function collect(client: PoolClient, range: ChunkedRange): Promise<ProofResult> {
  const lease = await readLease(client)
  const { userId, fromSeq = 1, hasLinks, limits, chunk, pause } = range
  const toSeq = Math.min(range.toSeq ?? Number.MAX_SAFE_INTEGER, lease?.lastSeq ?? 0)
  const [batches, links]: [ProvenBatch[], ChainLink[]] = [[], []]
  let skipped = 0
  for await (const { row, previousHash } of journalRows(client, { fromSeq, toSeq, chunk })) {
    const batch = readRow(row, userId)
    if (batch === 'format 1') skipped += 1
    else if (batch === 'unreadable') return failed(`batch ${row.seq} cannot be read: run npm run verify`)
    else {
      const proven = provenBatch(batch, userId, previousHash)
      if (proven !== undefined) batches.push(proven)
      else if (hasLinks && batches.length > 0) links.push(linkOf(batch))
    }
    const exceeded = exceededLimit({ batches: batches.length, links: links.length }, limits)
    if (exceeded !== undefined) return { ...failed(exceeded), isTooLarge: true }
    await pause()
  }
  const proof = { format: proofFormat, userId, batches, links } as const
  const [problem] = (await checkOwnProof(proof, pause)).problems
  if (problem !== undefined) return failed(`the journal does not prove it: ${problem}: run npm run verify`)
  return { kind: 'proof', proof, skipped }
}

function failed(why: string) {
  return { kind: 'failed', why } as const
}

/** Why the file would be too large, or undefined. A smaller range helps against batches, a nearer head against links. */
function exceededLimit({ batches, links }: FileSize, limits: FileSize): string | undefined {
  if (batches > limits.batches)
    return `one file holds at most ${limits.batches} batches of the user: use --from and --to`
  if (links > limits.links)
    return `one file holds at most ${limits.links} links, from the user's first batch on: use --to with the number of an earlier head, or a later --from`
  return undefined
}

type ChainedRow = { readonly row: JournalRow; readonly previousHash: Buffer }

type Rows = { readonly fromSeq: number; readonly toSeq: number; readonly chunk: JournalChunk }

async function* journalRows(client: PoolClient, { fromSeq, toSeq, chunk }: Rows): AsyncGenerator<ChainedRow> {
  let previousHash = Buffer.alloc(32)
  // Starts one batch earlier, whose hash is the previous one of the first.
  for (let after = Math.max(0, fromSeq - 2); ; ) {
    const rows = await readJournal(client, after, toSeq, chunk)
    if (rows.length === 0) return
    for (const row of rows) {
      if (row.seq >= fromSeq) yield { row, previousHash }
      previousHash = Buffer.from(row.hash)
      after = row.seq
    }
  }
}

type ReadRow = {
  readonly row: JournalRow & { readonly root: Buffer }
  readonly packed: Buffer
  /** Undefined if the batch has no entry of the account. Most have none, and their entries are not decoded. */
  readonly page: Page | undefined
}

function readRow(row: JournalRow, userId: number): ReadRow | 'format 1' | 'unreadable' {
  const { packed, root } = row
  if (packed === undefined) return 'unreadable'
  if (!isFormat2(packed)) return 'format 1'
  if (root === null) return 'unreadable'
  try {
    const page = hasAccount(packed, userId) ? unpackPage(packed) : undefined
    return { row: { ...row, root }, packed, page }
  } catch {
    // Corrupt data: the caller reports it.
    return 'unreadable'
  }
}

function linkOf({ row, packed }: ReadRow): ChainLink {
  return {
    group: 0,
    seq: row.seq,
    root: row.root.toString('hex'),
    packedHash: packedHashOf(packed).toString('hex'),
  }
}

/** Undefined if the batch has no entry of the account. */
function provenBatch(batch: ReadRow, userId: number, previousHash: Buffer): ProvenBatch | undefined {
  const { row, page } = batch
  if (page === undefined) return undefined
  const index = page.accounts.findIndex((account) => account.userId === userId)
  const account = page.accounts[index]
  if (account === undefined) return undefined
  const leaves = leavesOf(page, { group: 0, seq: row.seq }).map(leafHash)
  return {
    ...linkOf(batch),
    previousHash: previousHash.toString('hex'),
    hash: row.hash.toString('hex'),
    path: merklePath(leaves, index),
    salt: account.salt.toString('hex'),
    version: account.version,
    changes: account.changes,
    shared: Object.fromEntries(account.shared.map((at) => [at, page.texts.shared[at] ?? ''])),
    entries: account.entries.map((at) => page.texts.entries[at] ?? ''),
  }
}
