/** One line for a bound. Whatever is missed makes the bench end with 1. */
export function holds(isSo: boolean, what: string): boolean {
  console.log(`- ${isSo ? 'holds' : 'MISSED'}: ${what}`)
  if (!isSo) process.exitCode = 1
  return isSo
}
