/** The server accepts one mark of typing in this time. */
const everyMs = 2_000

/** Tells the operators that the user is typing, at most every two seconds. */
export function createOwnTyping(now: () => number, tell: () => void): () => void {
  let toldAtMs = Number.NEGATIVE_INFINITY
  return () => {
    // A clock that was set back must not silence it for long.
    if (Math.abs(now() - toldAtMs) < everyMs) return
    toldAtMs = now()
    tell()
  }
}
