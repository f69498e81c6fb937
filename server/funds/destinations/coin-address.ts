// Checks of coin addresses by network. The result is the one spelling in which an address is stored.
import { hash } from 'node:crypto'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bech32, bech32m, createBase58check } from '@scure/base'
import { ensureNever } from '#core/ensure-never.ts'

/** How addresses of a coin are checked. `none`: only that it is one word of printable characters. */
export type AddressCheck = 'bitcoin' | 'ethereum' | 'tron' | 'none'

export const addressChecks = [
  'bitcoin',
  'ethereum',
  'tron',
  'none',
] as const satisfies readonly AddressCheck[]

/** Longer text is refused before it is decoded. */
const longestAddress = 200

/** Undefined if the network knows no such address. */
export function normalizeAddress(check: AddressCheck, typed: string): string | undefined {
  const text = typed.trim()
  if (text === '' || text.length > longestAddress) return undefined
  switch (check) {
    case 'bitcoin':
      return bitcoinAddress(text)
    case 'ethereum':
      return ethereumAddress(text)
    case 'tron':
      return hasBase58Prefix(text, [0x41]) ? text : undefined
    case 'none':
      return /^[\x21-\x7e]+$/.test(text) ? text : undefined
    default:
      return ensureNever(check)
  }
}

const base58check = createBase58check((bytes: Uint8Array) => new Uint8Array(hash('sha256', bytes, 'buffer')))

/** A version byte and the hash of a key or script. */
const base58Bytes = 21

function hasBase58Prefix(text: string, prefixes: readonly number[]): boolean {
  const bytes = decoded(() => base58check.decode(text))
  return bytes?.length === base58Bytes && prefixes.includes(bytes[0] ?? -1)
}

/** Main network only: P2PKH, P2SH, and witness versions 0 (BIP 173) and above (BIP 350). */
function bitcoinAddress(text: string): string | undefined {
  if (hasBase58Prefix(text, [0x00, 0x05])) return text
  return isSegwit(text) ? text.toLowerCase() : undefined
}

const longestBech32 = 90

function isSegwit(text: string): boolean {
  const found =
    decoded(() => ({ ...bech32.decode(text as `${string}1${string}`, longestBech32), coding: bech32 })) ??
    decoded(() => ({ ...bech32m.decode(text as `${string}1${string}`, longestBech32), coding: bech32m }))
  if (found === undefined || found.prefix !== 'bc') return false
  const [version = -1, ...words] = found.words
  const program = decoded(() => found.coding.fromWords(words))
  if (program === undefined) return false
  if (version === 0) return found.coding === bech32 && [20, 32].includes(program.length)
  // Version 1 is Taproot. Later versions have no meaning yet, and coins sent there would be lost.
  return version === 1 && found.coding === bech32m && program.length === 32
}

/** EIP-55. Text without mixed case carries no checksum; it gets one. */
function ethereumAddress(text: string): string | undefined {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return undefined
  const digits = text.slice(2)
  const checked = withChecksum(digits.toLowerCase())
  const hasChecksum = /[a-f]/.test(digits) && /[A-F]/.test(digits)
  return hasChecksum && checked !== text ? undefined : checked
}

function withChecksum(digits: string): string {
  const sum = Buffer.from(keccak_256(Buffer.from(digits, 'latin1'))).toString('hex')
  const cased = [...digits].map((digit, at) => ((sum[at] ?? '0') >= '8' ? digit.toUpperCase() : digit))
  return `0x${cased.join('')}`
}

/** The decoders throw on bad text. */
function decoded<Result>(decode: () => Result): Result | undefined {
  try {
    return decode()
  } catch {
    return undefined
  }
}
