/** The one place where the console reads the clock. Everything else is handed it as a part. */
export function nowMs(): number {
  return Date.now()
}
