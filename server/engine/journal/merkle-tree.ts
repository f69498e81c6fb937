// Merkle tree as in RFC 6962: prefixes keep leaves and inner nodes apart, and an odd node moves up unchanged.
// Hashes are hexadecimal text, which costs less than a buffer for each of them.
import { hash as digest } from 'node:crypto'

/** A sibling on the way from a leaf to the root, and the side it is on. */
export type PathStep = { readonly side: 'left' | 'right'; readonly hash: string }

const hashBytes = 32
/** Leaves start with a zero byte. */
const innerPrefix = 0x01

/** Root over the hashes of at least one leaf, in order. */
export function merkleRoot(leaves: readonly string[]): string {
  let level = leaves
  while (level.length > 1) level = levelAbove(level)
  const [root] = level
  if (root === undefined) throw new RangeError('a tree has at least one leaf')
  return root
}

/** Siblings of the leaf at `index`, from the bottom up. A level without a sibling has no step. */
export function merklePath(leaves: readonly string[], index: number): readonly PathStep[] {
  const steps: PathStep[] = []
  let at = index
  for (let level = leaves; level.length > 1; level = levelAbove(level)) {
    const isLeft = at % 2 === 0
    const sibling = level[isLeft ? at + 1 : at - 1]
    if (sibling !== undefined) steps.push({ side: isLeft ? 'right' : 'left', hash: sibling })
    at >>= 1
  }
  return steps
}

export function rootOfPath(leaf: string, path: readonly PathStep[]): string {
  return path.reduce(
    (node, { side, hash }) => (side === 'left' ? innerHash(hash, node) : innerHash(node, hash)),
    leaf,
  )
}

function levelAbove(level: readonly string[]): readonly string[] {
  const above: string[] = []
  for (let at = 0; at < level.length; at += 2) {
    const [left, right] = [level[at], level[at + 1]]
    if (left !== undefined) above.push(right === undefined ? left : innerHash(left, right))
  }
  return above
}

/** Reused, because a batch has thousands of inner nodes. */
const inner = Buffer.alloc(1 + 2 * hashBytes, innerPrefix)

function innerHash(left: string, right: string): string {
  // Anything but hexadecimal text is written in part only.
  const written = inner.write(left, 1, 'hex') + inner.write(right, 1 + hashBytes, 'hex')
  if (written !== 2 * hashBytes || left.length !== right.length) throw new RangeError('a node is not a hash')
  return digest('sha256', inner)
}
