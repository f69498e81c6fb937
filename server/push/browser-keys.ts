import { ECDH } from 'node:crypto'

const pointBytes = 65
const authBytes = 16

/** The key as base64url without padding. Undefined unless it is an uncompressed point on P-256. */
export function parseBrowserKey(text: string): string | undefined {
  const point = Buffer.from(text, 'base64url')
  return point.length === pointBytes && isOnCurve(point) ? point.toString('base64url') : undefined
}

function isOnCurve(point: Uint8Array): boolean {
  try {
    ECDH.convertKey(point, 'prime256v1', undefined, undefined, 'uncompressed')
    return point[0] === 4
  } catch {
    // The only fault of this conversion is a point that is not on the curve.
    return false
  }
}

/** The secret as base64url without padding. Undefined unless it has 16 bytes. */
export function parseAuthSecret(text: string): string | undefined {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.length === authBytes ? bytes.toString('base64url') : undefined
}
