// Proof of one account's journal entries: contains nothing of other accounts and can be checked without the database.
import { type AccountLeaf, leafHash, textHash } from '#server/engine/journal/account-leaf.ts'
import { format2Hash } from '#server/engine/journal/journal.ts'
import { rootOfPath } from '#server/engine/journal/merkle-tree.ts'
import {
  type AccountProof,
  type ChainLink,
  type ProvenBatch,
  proofOf,
} from '#server/engine/journal/proof-shape.ts'
import { isRecord, referencesOf } from '#server/engine/journal/shared-values.ts'

/** Number and hash of a batch, published or printed by a verification. */
export type JournalHead = { readonly seq: number; readonly hash: string }

/**
 * Without problems, everything in the proof follows from the hashes of its batches. `hashes` are those of all batches that
 * the proof fixes.
 */
export type ProofCheck = {
  readonly problems: readonly string[]
  readonly proof: AccountProof | undefined
  readonly hashes: ReadonlyMap<number, string>
}

/** Recomputes every leaf, root and hash, and compares the hashes with published heads. */
export function checkProof(file: unknown, heads: readonly JournalHead[] = []): ProofCheck {
  const proof = proofOf(file)
  if (typeof proof === 'string') return { problems: [proof], proof: undefined, hashes: new Map() }
  const steps = checkInSteps(proof, heads)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** The same of a proof that this process has made. `pause` is awaited between slices, for other work to run. */
export async function checkOwnProof(proof: AccountProof, pause: () => Promise<void>): Promise<ProofCheck> {
  const steps = checkInSteps(proof, [])
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await pause()
  }
}

/** Yields after each batch, and after some links. */
function* checkInSteps(
  proof: AccountProof,
  heads: readonly JournalHead[],
): Generator<undefined, ProofCheck, undefined> {
  const problems: string[] = []
  for (const batch of proof.batches) {
    problems.push(...checkBatch(proof.userId, batch))
    yield
  }
  problems.push(...checkVersions(proof.batches))
  const chain = yield* checkChain(proof)
  const { hashes } = chain
  problems.push(...chain.problems, ...heads.flatMap((head) => checkHead(hashes, head)))
  problems.push(...checkAnchors(proof, heads))
  return { problems, proof, hashes }
}

function checkBatch(userId: number, batch: ProvenBatch): readonly string[] {
  const { seq, root, path, hash, previousHash, packedHash } = batch
  const problems = checkEntries(userId, batch)
  if (rootOfPath(leafHash(leafOf(userId, batch)), path) !== root)
    problems.push('the leaf and its path do not lead to the root')
  if (rowHash(previousHash, { root, packedHash }) !== hash)
    problems.push('the hash is not that of the previous hash, the root and the packed batch')
  return problems.map((problem) => `batch ${seq}: ${problem}`)
}

function leafOf(userId: number, batch: ProvenBatch): AccountLeaf {
  const { salt, group, seq, version, changes } = batch
  const shared = Object.entries(batch.shared).map(([index, text]) => [Number(index), textHash(text)] as const)
  shared.sort(([one], [other]) => one - other)
  return { salt, group, seq, userId, version, changes, shared, entries: batch.entries.map(textHash) }
}

function rowHash(before: string, { root, packedHash }: Pick<ChainLink, 'root' | 'packedHash'>): string {
  const [hash, top, packed] = [before, root, packedHash].map((hex) => Buffer.from(hex, 'hex'))
  if (hash === undefined || top === undefined || packed === undefined) return ''
  return format2Hash(hash, top, packed).toString('hex')
}

/** Every entry is of this user, the changes are counted, and the shared values are those the entries refer to. */
function checkEntries(userId: number, { entries, shared, changes }: ProvenBatch): string[] {
  const problems: string[] = []
  const parsed = entries.map(parse)
  const ownerOf = (entry: unknown) => fieldOf(fieldOf(entry, 'command'), 'userId')
  if (parsed.length === 0 || parsed.some((entry) => ownerOf(entry) !== userId))
    problems.push(`the entries are not all of user ${userId}`)
  if (parsed.filter((entry) => fieldOf(fieldOf(entry, 'outcome'), 'kind') === 'decided').length !== changes)
    problems.push('the number of changes is not that of the entries')
  const used = new Set(parsed.flatMap(referencesOf).map(String))
  const given = Object.keys(shared)
  if (given.length !== used.size || given.some((index) => !used.has(index)))
    problems.push('the shared values are not those of the entries')
  if (Object.values(shared).some((text) => parse(text) === undefined))
    problems.push('a shared value is not JSON')
  return problems
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The caller reports text that is not JSON.
    return undefined
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined
}

/** Every change raises the version by one, so a batch left out between two others is noticed. */
function checkVersions(batches: readonly ProvenBatch[]): readonly string[] {
  return batches.flatMap(({ seq, version, changes }, at) => {
    const before = version - changes
    const previous = batches[at - 1]
    if (before >= 0 && (previous === undefined || previous.version === before)) return []
    return [`batch ${seq}: changes of the account before it are missing`]
  })
}

const rowsPerStep = 100

type ChainCheck = { readonly hashes: ReadonlyMap<number, string>; readonly problems: readonly string[] }

/** Connects batches and links by their numbers. */
function* checkChain({ batches, links }: AccountProof): Generator<undefined, ChainCheck, undefined> {
  const hashes = new Map<number, string>()
  const problems: string[] = []
  const rows: readonly ChainLink[] = [...batches, ...links].sort((one, other) => one.seq - other.seq)
  let last = 0
  for (const [at, row] of rows.entries()) {
    if (at % rowsPerStep === rowsPerStep - 1) yield
    const before = hashes.get(row.seq - 1)
    if (row.seq <= last) problems.push(`batch ${row.seq}: is listed twice`)
    if (isProven(row)) {
      if (before !== undefined && before !== row.previousHash)
        problems.push(`batch ${row.seq}: the previous hash is not that of the batch before`)
      hashes.set(row.seq - 1, row.previousHash)
      hashes.set(row.seq, row.hash)
    } else if (before === undefined) problems.push(`batch ${row.seq}: does not follow a batch of the proof`)
    else hashes.set(row.seq, rowHash(before, row))
    last = row.seq
  }
  return { hashes, problems }
}

function isProven(row: ChainLink): row is ProvenBatch {
  return 'previousHash' in row
}

/**
 * A batch counts as checked only if consecutive rows lead from it to a head: without them, it could have been made up.
 */
function checkAnchors({ batches, links }: AccountProof, heads: readonly JournalHead[]): readonly string[] {
  if (heads.length === 0) return []
  const given = new Set(heads.map(({ seq }) => seq))
  const latestFirst = [...batches, ...links].map(({ seq }) => seq).sort((one, other) => other - one)
  const reached = new Set<number>()
  for (const seq of latestFirst) if (given.has(seq) || reached.has(seq + 1)) reached.add(seq)
  return batches
    .filter(({ seq }) => !reached.has(seq))
    .map(({ seq }) => `batch ${seq}: no row of the proof leads from it to a given head`)
}

function checkHead(hashes: ReadonlyMap<number, string>, { seq, hash }: JournalHead): readonly string[] {
  const found = hashes.get(seq)
  if (found === undefined) return [`batch ${seq}: the proof does not reach this head`]
  return found === hash ? [] : [`batch ${seq}: has another hash than the given head`]
}
