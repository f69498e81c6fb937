import { randomBytes } from 'node:crypto'

/** The server's only source of randomness: the operating system's cryptographic one. */
export type Random = {
  readonly bytes: (count: number) => Uint8Array
}

export const systemRandom: Random = {
  bytes: (count) => randomBytes(count),
}

/** A short id for log lines and fault messages. With 80 bits a collision is practically impossible. */
export function randomId(random: Random): string {
  return Buffer.from(random.bytes(10)).toString('hex')
}
