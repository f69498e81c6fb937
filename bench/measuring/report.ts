type Table = {
  /** Prints a row immediately, to show the progress of a long bench. */
  readonly row: (...cells: readonly (string | number)[]) => void
}

/** Prints a Markdown table with text in the first column and numbers in the others. */
export function printTable(...heads: readonly string[]): Table {
  const row = (cells: readonly (string | number)[]) => console.log(`| ${cells.join(' | ')} |`)
  console.log()
  row(heads)
  row(heads.map((_, at) => (at === 0 ? '---' : '---:')))
  return { row: (...cells) => row(cells) }
}

/** Prints whether a bound holds. If it does not, the exit code of the process is 1. */
export function holds(isSo: boolean, what: string): boolean {
  console.log(`- ${isSo ? 'holds' : 'MISSED'}: ${what}`)
  if (!isSo) process.exitCode = 1
  return isSo
}
