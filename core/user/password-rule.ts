export const shortestPassword = 8
export const longestPassword = 72

export type PasswordProblem = 'too_short' | 'too_long' | 'no_letter' | 'no_digit'

/** First problem with a new password. The server checks for common passwords separately. */
export function passwordProblem(password: string): PasswordProblem | undefined {
  const length = [...password.normalize('NFC')].length
  if (length < shortestPassword) return 'too_short'
  if (length > longestPassword) return 'too_long'
  if (!/\p{L}/u.test(password)) return 'no_letter'
  if (!/\p{Nd}/u.test(password)) return 'no_digit'
  return undefined
}
