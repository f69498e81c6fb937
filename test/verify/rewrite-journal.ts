// Rewrites the journal like an attacker with write access who knows the hash chain and the Merkle tree.
import { zstdCompressSync } from 'node:zlib'
import {
  chainHash,
  type JournalEntry,
  leafHash,
  leavesOf,
  merkleRoot,
  unpackJournal,
  unpackPage,
} from '#server/engine/engine.ts'
import { format2Mark } from '#server/engine/journal/unpack-page.ts'
import type { Query } from '#test/verify/history.ts'

/** Recomputes all hashes, including that of the lease. */
export async function rehash(query: Query): Promise<void> {
  const rows = await query('select seq, packed, root from journal order by seq')
  const hashes: Buffer[] = []
  for (const { packed, root } of rows) {
    const before = hashes.at(-1) ?? Buffer.alloc(32)
    hashes.push(chainHash(before, { packed: packed as Buffer, root: root as Buffer | null }))
  }
  await query(
    `update journal set hash = rehashed.hash from unnest($1::bigint[], $2::bytea[]) as rehashed (seq, hash)
     where journal.seq = rehashed.seq`,
    [rows.map(({ seq }) => seq), hashes],
  )
  await query('update engine_leases set last_hash = $1', [hashes.at(-1)])
}

/** The contents of a packed batch of format 2. */
export type PageParts = {
  readonly shared: readonly string[]
  readonly accounts: readonly PageRow[]
  readonly entries: readonly string[]
}

type PageRow = {
  readonly userId: number
  readonly version: number
  readonly changes: number
  readonly salt: Buffer
}

/** Replaces the contents of a batch, and its root. */
export async function rewritePage(
  query: Query,
  seq: number,
  change: (page: PageParts) => PageParts,
): Promise<void> {
  const [row] = await query('select packed from journal where seq = $1', [seq])
  const { accounts, texts } = pageOf(row?.['packed'])
  const packed = packPage(change({ accounts, ...texts }))
  await query('update journal set packed = $2, root = $3 where seq = $1', [seq, packed, rootOf(packed, seq)])
}

/** Replaces the entries of a batch, and its root. */
export async function rewriteBatch(
  query: Query,
  seq: number,
  change: (entries: readonly JournalEntry[]) => unknown,
): Promise<void> {
  const [row] = await query('select packed from journal where seq = $1', [seq])
  const entries = change(entriesOf(row?.['packed'])) as readonly JournalEntry[]
  await rewritePage(query, seq, (page) => ({
    shared: [],
    accounts: page.accounts.map((account) => ({ ...account, changes: changesOf(account.userId, entries) })),
    entries: entries.map((entry) => JSON.stringify(entry)),
  }))
}

/** Swaps two batches, each with its hash and root. */
export async function swapBatches(query: Query, one: number, other: number): Promise<void> {
  await query(
    `update journal set (packed, hash, root) = (select packed, hash, root from kept_journal there
     where there.seq = case journal.seq when $1 then $2::bigint else $1 end) where seq in ($1, $2)`,
    [one, other],
  )
}

export function entriesOf(packed: unknown): readonly JournalEntry[] {
  return unpackJournal(packed as Buffer) as readonly JournalEntry[]
}

export function pageOf(packed: unknown): ReturnType<typeof unpackPage> {
  return unpackPage(packed as Buffer)
}

function changesOf(user: number, entries: readonly JournalEntry[]): number {
  return entries.filter(({ command, outcome }) => command.userId === user && outcome.kind === 'decided')
    .length
}

export function packPage({ shared, accounts, entries }: PageParts): Buffer {
  const head = { shared: shared.length, accounts: accounts.length, entries: entries.length }
  const rows = accounts.map(({ userId, version, changes }) => JSON.stringify([userId, version, changes]))
  const lines = [JSON.stringify(head), ...shared, ...rows, ...entries].map((line) => `${line}\n`)
  const count = Buffer.alloc(4)
  count.writeUInt32BE(accounts.length)
  const salts = accounts.map(({ salt }) => salt)
  return Buffer.concat([format2Mark, count, ...salts, zstdCompressSync(lines.join(''))])
}

function rootOf(packed: Buffer, seq: number): Buffer {
  return Buffer.from(merkleRoot(leavesOf(pageOf(packed), { group: 0, seq }).map(leafHash)), 'hex')
}
