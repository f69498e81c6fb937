import type { PathStep } from '#server/engine/journal/merkle-tree.ts'
import { isRecord } from '#server/engine/journal/shared-values.ts'

export const proofFormat = 'openlot proof 1'

/** Hashes and salts are hexadecimal text. */
export type AccountProof = {
  readonly format: typeof proofFormat
  readonly userId: number
  /** Every batch with entries of the account, in order. */
  readonly batches: readonly ProvenBatch[]
  /** Batches in between and afterwards, of which only the hashes are shown. They connect the others to a later head. */
  readonly links: readonly ChainLink[]
}

export type ChainLink = {
  readonly group: number
  readonly seq: number
  readonly root: string
  readonly packedHash: string
}

export type ProvenBatch = ChainLink & {
  readonly previousHash: string
  readonly hash: string
  /** From the leaf to the root. */
  readonly path: readonly PathStep[]
  readonly salt: string
  readonly version: number
  readonly changes: number
  /** JSON text of the shared values that the entries refer to, by index. */
  readonly shared: Readonly<Record<string, string>>
  /** JSON text of the entries. */
  readonly entries: readonly string[]
}

// Validation of a file. Unknown fields are refused: no hash would cover them.

type Check = (value: unknown) => boolean

/** The proof, or why the value is not one. */
export function proofOf(file: unknown): AccountProof | string {
  if (!isRecord(file) || file['format'] !== proofFormat) return 'this is not a proof of journal entries'
  const { batches, links } = file
  if (!isProof(file)) return 'the proof has a missing, unknown or invalid field'
  for (const [at, batch] of listOf(batches).entries())
    if (!isBatch(batch)) return `item ${at + 1} of the batches has a missing, unknown or invalid field`
  for (const [at, link] of listOf(links).entries())
    if (!isLink(link)) return `item ${at + 1} of the links has a missing, unknown or invalid field`
  return file as AccountProof
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0
const isText: Check = (value) => typeof value === 'string'
const isList: Check = (value) => Array.isArray(value)
const isHash = hex(64)
const isStep = exactly({ side: (value) => value === 'left' || value === 'right', hash: isHash })

const link = { group: isCount, seq: isCount, root: isHash, packedHash: isHash }
const isLink = exactly(link)
const isBatch = exactly({
  ...link,
  previousHash: isHash,
  hash: isHash,
  path: every(isStep),
  salt: hex(32),
  version: isCount,
  changes: isCount,
  shared: (value) =>
    isRecord(value) &&
    Object.entries(value).every(([index, text]) => /^(0|[1-9]\d{0,8})$/.test(index) && isText(text)),
  entries: every(isText),
})
const isProof = exactly({ format: isText, userId: isCount, batches: isList, links: isList })

/** Lower case only: the same bytes have one spelling. */
function hex(length: number): Check {
  const pattern = new RegExp(`^[0-9a-f]{${length}}$`)
  return (value) => typeof value === 'string' && pattern.test(value)
}

function every(holds: Check): Check {
  return (value) => Array.isArray(value) && value.every(holds)
}

function exactly(fields: Readonly<Record<string, Check>>): Check {
  const checks = Object.entries(fields)
  return (value) =>
    isRecord(value) &&
    Object.keys(value).length === checks.length &&
    checks.every(([name, holds]) => holds(value[name]))
}
