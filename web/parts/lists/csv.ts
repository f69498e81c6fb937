// CSV as RFC 4180 defines it, with the additions spreadsheets need.

/** Null is an empty cell. */
export type Cell = string | number | null

/** `name` goes into the header line. */
export type Column<Row> = { readonly name: string; readonly value: (row: Row) => Cell }

/** Without it Excel does not read the file as UTF-8. */
const byteOrderMark = '\ufeff'

/** A header line, then one line per row. Every line ends with CRLF, including the last. */
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
 * Prevents CSV injection: a cell that starts like a formula would be executed by a spreadsheet. A leading apostrophe
 * makes it text. Plain numbers keep their minus sign.
 */
function neutralizeFormula(text: string): string {
  const isNumber = /^-?\d+(?:\.\d+)?$/.test(text)
  return !isNumber && /^\s*[=+\-@|%\t\r]/.test(text) ? `'${text}` : text
}
