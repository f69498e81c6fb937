// The leaf of one account in the Merkle tree of a batch.
import { hash as digest } from 'node:crypto'

export const saltBytes = 16

/** Place of a batch in the journal. */
export type BatchPosition = { readonly group: number; readonly seq: number }

/** Everything that a leaf covers. Hashes and salt are hexadecimal text. */
export type AccountLeaf = BatchPosition & {
  /** Random, so that a leaf cannot be guessed from its hash. */
  readonly salt: string
  readonly userId: number
  /** Version of the account after the batch. */
  readonly version: number
  /** Number of entries that changed the account. */
  readonly changes: number
  /** Index and hash of every shared value that the entries refer to, in ascending order of the index. */
  readonly shared: readonly (readonly [index: number, hash: string])[]
  /** Hashes of the entries, in their order. */
  readonly entries: readonly string[]
}

/** SHA-256 of a zero byte, which marks a leaf, and the leaf as JSON. */
export function leafHash(leaf: AccountLeaf): string {
  const { salt, group, seq, userId, version, changes } = leaf
  const shared = leaf.shared.map(([index, hash]) => `"${index}":"${hash}"`).join(',')
  const entries = leaf.entries.map((hash) => `"${hash}"`).join(',')
  return textHash(
    `\0{"salt":"${salt}","group":${group},"seq":${seq},"userId":${userId},"version":${version},"changes":${changes},"shared":{${shared}},"entries":[${entries}]}`,
  )
}

/** Hash of the JSON text of an entry or a shared value. */
export function textHash(text: string): string {
  return digest('sha256', text)
}
