type Table = {
  /** Prints one row as soon as it is known: a bench that takes minutes shows how far it is. */
  readonly row: (...cells: readonly (string | number)[]) => void
}

/** A table in Markdown. The first column is words, the others are figures. */
export function printTable(...heads: readonly string[]): Table {
  const row = (cells: readonly (string | number)[]) => console.log(`| ${cells.join(' | ')} |`)
  console.log()
  row(heads)
  row(heads.map((_, at) => (at === 0 ? '---' : '---:')))
  return { row: (...cells) => row(cells) }
}

/** One line for a bound. Whatever is missed makes the bench end with 1. */
export function holds(isSo: boolean, what: string): boolean {
  console.log(`- ${isSo ? 'holds' : 'MISSED'}: ${what}`)
  if (!isSo) process.exitCode = 1
  return isSo
}
