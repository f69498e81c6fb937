/** A person, or a demo account, as everyone but the room that keeps the secrets sees them. */
export type User = {
  readonly id: number
  /** What the user quotes to support: eight digits. */
  readonly uid: string
  readonly isDemo: boolean
  readonly email: string | undefined
  readonly areaId: number | undefined
  /** The national number. */
  readonly mobile: string | undefined
  /** Dialling code and number. */
  readonly mobileFull: string | undefined
  /** A demo account invites nobody. */
  readonly inviteCode: string | undefined
  readonly createdAtMs: number
}

/** The only key to a demo account: 32 hexadecimal characters, made at random by the client. */
export function parseDemoId(text: string): string | undefined {
  return /^[0-9a-f]{32}$/i.test(text) ? text.toLowerCase() : undefined
}

/** No 0 and O, 1, I and L, and no U: a code survives being read out and copied by hand. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
export const inviteCodeLength = 8

/** Either case, before it is raised: some letters of other alphabets become two of ours when they are. */
const shape = new RegExp(`^[${alphabet}]{${inviteCodeLength}}$`, 'i')

/** In capitals and without outer spaces; undefined when it cannot be one. */
export function parseInviteCode(text: string): string | undefined {
  const code = text.trim()
  return shape.test(code) ? code.toUpperCase() : undefined
}

/**
 * A code out of random bytes. Those that would favour a letter are passed over, so there should be more of them than
 * letters; undefined when they were too few.
 */
export function inviteCodeFrom(bytes: Iterable<number>): string | undefined {
  const fairBelow = 256 - (256 % alphabet.length)
  const letters = [...bytes]
    .filter((byte) => byte < fairBelow)
    .map((byte) => alphabet[byte % alphabet.length])
  return letters.length >= inviteCodeLength ? letters.slice(0, inviteCodeLength).join('') : undefined
}
