// Ed25519 signatures of heads. docs/verify.md describes the signed text.
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import type { Head, SignedHead } from '#server/heads/head.ts'
import { deriveKey } from '#server/platform/encryption.ts'

export type HeadSigner = {
  /** 32 bytes as base64url. */
  readonly publicKey: string
  readonly sign: (head: Head) => SignedHead
}

/** The private key is derived from the installation's secret key. */
export function createHeadSigner(secretKey: Uint8Array): HeadSigner {
  const privateKey = createPrivateKey({
    key: Buffer.concat([pkcs8Prefix, deriveKey(secretKey, 'heads')]),
    format: 'der',
    type: 'pkcs8',
  })
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' })
  if (x === undefined) throw new Error('an Ed25519 key has no public part')
  return {
    publicKey: x,
    sign: (head) => ({ ...head, signature: sign(null, signedText(head), privateKey).toString('base64url') }),
  }
}

/** Everything before the 32 bytes of an Ed25519 private key in PKCS #8 (RFC 8410). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Undefined if the text is not a public key. */
export function parsePublicKey(text: string): KeyObject | undefined {
  if (!/^[\w-]{43}$/.test(text)) return undefined
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: text }, format: 'jwk' })
}

export function isSignedBy(publicKey: KeyObject, head: SignedHead): boolean {
  return verify(null, signedText(head), publicKey, Buffer.from(head.signature, 'base64url'))
}

function signedText({ at, journal, audit, differs }: Head): Buffer {
  const lines = [
    'openlot head 1',
    at,
    `${journal.seq}:${journal.hash}`,
    `${audit.position}:${audit.hash}`,
    differs ? 'differs' : 'continues',
  ]
  return Buffer.from(lines.join('\n'))
}
