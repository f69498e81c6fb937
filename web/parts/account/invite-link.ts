/** Link to the registration screen with the invite code filled in. */
export function inviteLink(origin: string, code: string): string {
  return `${origin}/register?invite_code=${encodeURIComponent(code)}`
}

/** Writes the code as in `7KQ2 M9RD`, which is easier to read aloud. */
export function inviteCodeInHalves(code: string): string {
  const middle = Math.ceil(code.length / 2)
  return `${code.slice(0, middle)} ${code.slice(middle)}`.trim()
}
