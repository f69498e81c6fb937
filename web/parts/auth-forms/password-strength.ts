import { passwordProblem } from '#core/user/password-rule.ts'

/** `none`: nothing is typed. `short`: the password rule rejects the password for any reason but being too long. */
export const strengths = ['none', 'short', 'weak', 'fair', 'good', 'strong'] as const
export type Strength = (typeof strengths)[number]

/** Estimated entropy in bits from which a password is fair, good and strong. */
const fairBits = 40
const goodBits = 56
const strongBits = 72

/** A rough estimate for the strength meter. The password rule and the server decide whether a password is accepted. */
export function passwordStrength(password: string): Strength {
  if (password === '') return 'none'
  const fault = passwordProblem(password)
  if (fault !== undefined && fault !== 'too_long') return 'short'
  const bits = effectiveLength(password) * Math.log2(alphabetSize(password))
  if (bits >= strongBits) return 'strong'
  if (bits >= goodBits) return 'good'
  return bits >= fairBits ? 'fair' : 'weak'
}

/** Common words and years. Each counts as one character. */
const commonWords =
  /passw[o0]rd|passwort|qwerty|qwertz|azerty|letmein|welcome|admin|iloveyou|monkey|dragon|football|openlot|trading|forex|(?:19|20)\d\d/g

/** Length without characters that repeat or continue a sequence, such as `aaa` or `abc`. */
function effectiveLength(password: string): number {
  const rest = password.toLowerCase().replace(commonWords, '\0')
  const points = [...rest].map((letter) => letter.codePointAt(0) ?? 0)
  const steps = points.map((point, at) => point - (points[at - 1] ?? Number.NaN))
  return steps.filter((step, at) => !(Math.abs(step) <= 1 && step === (steps[at - 1] ?? step))).length
}

const kinds: readonly (readonly [RegExp, number])[] = [
  [/\p{Ll}/u, 26],
  [/\p{Lu}/u, 26],
  [/\p{Nd}/u, 10],
  [/\p{Lo}/u, 100],
  [/[^\p{L}\p{Nd}]/u, 30],
]

function alphabetSize(password: string): number {
  return kinds.reduce((size, [kind, letters]) => size + (kind.test(password) ? letters : 0), 0)
}
