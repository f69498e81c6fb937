/** The only place where the console reads the clock. Other modules receive this function as a parameter. */
export function nowMs(): number {
  return Date.now()
}
