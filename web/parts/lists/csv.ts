// Tables as text that every spreadsheet reads, written as RFC 4180 says.

/** Null is an empty cell. */
export type Cell = string | number | null

/** What stands in the first line, and what each row has there. */
export type Column<Row> = { readonly name: string; readonly value: (row: Row) => Cell }

/** Spreadsheets take a file for their own old alphabet unless it begins with this. */
const byteOrderMark = '\ufeff'

/** The names in one line, then a line for each row; each line is ended, the last one too. */
export function toCsv<Row>(columns: readonly Column<Row>[], rows: Iterable<Row>): string {
  const lines = [lineOf(columns.map(({ name }) => name))]
  for (const row of rows) lines.push(lineOf(columns.map((column) => column.value(row))))
  return byteOrderMark + lines.join('')
}

function lineOf(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`
}

function cellText(cell: Cell): string {
  const text = neutralizeFormula(cell === null ? '' : String(cell))
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * A spreadsheet computes what begins like a formula, and a formula may send the table elsewhere. An apostrophe before it
 * makes it text. A number keeps its minus: it is exact, and can do no harm.
 */
function neutralizeFormula(text: string): string {
  const isNumber = /^-?\d+(?:\.\d+)?$/.test(text)
  return !isNumber && /^\s*[=+\-@|%\t\r]/.test(text) ? `'${text}` : text
}
