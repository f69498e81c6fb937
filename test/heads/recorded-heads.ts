// Heads as a server records them, for tests of the file, its thinning and the comparison.
import type { SignedHead } from '#server/heads/head.ts'
import { lineOfHead } from '#server/heads/head.ts'
import { createHeadSigner } from '#server/heads/heads.ts'

export const headsKey = new Uint8Array(32).fill(7)
export const headSigner = createHeadSigner(headsKey)

/** A head at this time. Its numbers and hashes follow from the time unless they are given. */
export function signedHead(atMs: number, given: Partial<SignedHead> = {}): SignedHead {
  const count = Math.floor(atMs / 1000)
  const hash = count.toString(16).padStart(64, '0')
  return headSigner.sign({
    at: new Date(atMs).toISOString(),
    journal: { seq: count, hash },
    audit: { position: count, hash },
    differs: false,
    ...given,
  })
}

export function headLine(atMs: number, given: Partial<SignedHead> = {}): string {
  return lineOfHead(signedHead(atMs, given))
}
