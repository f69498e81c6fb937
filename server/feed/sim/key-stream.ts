import { createCipheriv, createHmac, createSecretKey, type KeyObject } from 'node:crypto'

/**
 * The random bytes of a label, the same on every machine. They can be neither foretold nor traced back without the
 * seed, even from all other bytes of all labels.
 */
export type KeyStreams = (label: string, length: number) => Uint8Array

const counterBytes = 16

/**
 * Key streams of AES-256 in counter mode. The key is an HMAC under the seed, and so is the counter at which the stream
 * of each label starts.
 */
export function createKeyStreams(seed: Uint8Array): KeyStreams {
  const seedKey = createSecretKey(seed)
  const streamKey = createSecretKey(derive(seedKey, 'key of the streams'))
  let zeros = new Uint8Array(0)
  return (label, length) => {
    if (zeros.length < length) zeros = new Uint8Array(length)
    const counter = derive(seedKey, `stream ${label}`).subarray(0, counterBytes)
    return createCipheriv('aes-256-ctr', streamKey, counter).update(zeros.subarray(0, length))
  }
}

/** A number of 16 bits: the word at an index of a stream. */
export function wordAt(stream: Uint8Array, index: number): number {
  return (stream[2 * index] ?? 0) | ((stream[2 * index + 1] ?? 0) << 8)
}

export const bytesPerWord = 2

function derive(seed: KeyObject, label: string): Buffer {
  return createHmac('sha256', seed).update(label).digest()
}

/** Identifies a seed without revealing it: 16 hexadecimal digits. */
export function fingerprintOf(seed: Uint8Array, label: string): string {
  return derive(createSecretKey(seed), `name ${label}`).toString('hex', 0, 8)
}
