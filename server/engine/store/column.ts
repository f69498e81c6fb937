/** A column of a table: its name, its type there, and what a record puts into it. */
export type Column<Rec> = readonly [name: string, type: string, value: (record: Rec) => Value]

type Value = string | number | boolean | null

/** One list of values for each column: a whole batch is so many parameters, however many records it has. */
export function columnValues<Rec>(
  columns: readonly Column<Rec>[],
  records: readonly Rec[],
): readonly (readonly Value[])[] {
  return columns.map(([, , value]) => records.map(value))
}

export function columnNames(columns: readonly Column<never>[], prefix = ''): string {
  return columns.map(([name]) => prefix + name).join(', ')
}

/** Names the lists of one kind of record after the other as parameters, from this number on, to be read as rows. */
export function rowsNumberedFrom(first: number): (columns: readonly Column<never>[]) => string {
  let next = first
  return (columns) => {
    const lists = columns.map(([, type], index) => `$${next + index}::${type}[]`)
    next += columns.length
    return `unnest(${lists.join(', ')}) as given (${columnNames(columns)})`
  }
}

/** Null stays null, for what has not happened. What is no moment at all is left to the database to refuse. */
export function moment(timeMs: number): string
export function moment(timeMs: number | null): string | null
export function moment(timeMs: number | null): string | null {
  if (timeMs === null) return null
  const at = new Date(timeMs)
  return Number.isNaN(at.getTime()) ? 'no moment' : at.toISOString()
}
