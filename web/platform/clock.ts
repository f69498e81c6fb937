/** The one place where the browser's clock is read. Everything else is handed it as a part. */
export function nowMs(): number {
  return Date.now()
}
