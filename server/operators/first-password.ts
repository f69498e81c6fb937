import type { Random } from '#server/platform/random.ts'

// Nothing that looks like something else, so that it can be read from a screen and typed.
const letters = 'abcdefghjkmnpqrstuvwxyz'
const digits = '23456789'
const group = [letters, letters, letters, digits]
const groups = 5

/** A password nobody chose: five groups of three letters and a digit, 82 random bits. */
export function makeFirstPassword(random: Random): string {
  const made = Array.from({ length: groups }, () => group.map((signs) => pick(signs, random)).join(''))
  return made.join('-')
}

/** So many bits for so few signs that none is favoured by more than a hundred-millionth. */
function pick(signs: string, random: Random): string {
  const chance = Buffer.from(random.bytes(4)).readUInt32BE()
  return signs[chance % signs.length] ?? ''
}
