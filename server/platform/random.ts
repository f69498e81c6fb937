import { randomBytes } from 'node:crypto'

/** The server's only source of chance, always the operating system's cryptographic one. */
export type Random = {
  readonly bytes: (count: number) => Uint8Array
}

export const systemRandom: Random = {
  bytes: (count) => randomBytes(count),
}

/** A short id to quote in a log line or a fault message: 80 bits, so two never meet. */
export function randomId(random: Random): string {
  return Buffer.from(random.bytes(10)).toString('hex')
}
