/** The only place that reads the browser's clock. Other modules receive it as a dependency. */
export function nowMs(): number {
  return Date.now()
}
