/** Where an invited friend registers: the code is filled in there. */
export function inviteLink(origin: string, code: string): string {
  return `${origin}/register?invite_code=${encodeURIComponent(code)}`
}

/** In two halves, as one reads it out. */
export function inviteCodeInHalves(code: string): string {
  const middle = Math.ceil(code.length / 2)
  return `${code.slice(0, middle)} ${code.slice(middle)}`.trim()
}
