/** A column of a table: its name, its type there, and what a record puts into it. */
export type Column<Rec> = readonly [name: string, type: string, value: (record: Rec) => Value]

type Value = string | number | boolean | Date | null

/** One list of values for each column: a whole batch is so many parameters, however many records it has. */
export function columnValues<Rec>(
  columns: readonly Column<Rec>[],
  records: readonly Rec[],
): readonly (readonly Value[])[] {
  return columns.map(([, , value]) => records.map(value))
}

export function columnNames(columns: readonly Column<never>[]): string {
  return columns.map(([name]) => name).join(', ')
}

/** Null stays null, for what has not happened. */
export function moment(timeMs: number): Date
export function moment(timeMs: number | null): Date | null
export function moment(timeMs: number | null): Date | null {
  return timeMs === null ? null : new Date(timeMs)
}
