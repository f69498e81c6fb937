import type { OrderJson } from '#server/engine/journal/order-json.ts'

/** A table column: its name, its SQL type, and its value in a record. */
export type Column<Rec> = readonly [
  name: string,
  type: string,
  value: (record: Rec, json: OrderJson) => Value,
]

type Value = string | number | boolean | null

/**
 * One array parameter for each column, so that the number of parameters does not depend on the number of records. The
 * arrays are encoded here, because the driver inspects every value and quotes even numbers.
 */
export function columnValues<Rec>(
  columns: readonly Column<Rec>[],
  records: readonly Rec[],
  json: OrderJson,
): readonly string[] {
  return columns.map(([, type, value]) => {
    const read = (record: Rec) => value(record, json)
    return isJson(type) ? jsonArray(records, read) : arrayLiteral(records, read)
  })
}

function isJson(type: string): type is 'json' | 'jsonb' {
  return type === 'json' || type === 'jsonb'
}

/** JSON values are sent as one JSON array: in a PostgreSQL array literal every quote would need an escape. */
function jsonArray<Rec>(records: readonly Rec[], read: (record: Rec) => Value): string {
  let array = '['
  for (const record of records) {
    if (array.length > 1) array += ','
    array += String(read(record))
  }
  return `${array}]`
}

function arrayLiteral<Rec>(records: readonly Rec[], read: (record: Rec) => Value): string {
  let array = '{'
  for (const record of records) {
    if (array.length > 1) array += ','
    const value = read(record)
    array += typeof value === 'string' ? textElement(value) : String(value)
  }
  return `${array}}`
}

/** Text that needs no quotes in an array literal. It also matches the word NULL, which does need them. */
const plainElement = /^[\w.:+-]+$/
const nullWord = /^null$/i

function textElement(text: string): string {
  if (plainElement.test(text) && !nullWord.test(text)) return text
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}

export function columnNames(columns: readonly Column<never>[], prefix = ''): string {
  return columns.map(([name]) => prefix + name).join(', ')
}

/**
 * Each call returns SQL that reads array parameters as rows, one parameter for each column, after those of the last
 * call.
 */
export function rowsFromParameter(first: number): (columns: readonly Column<never>[]) => string {
  let next = first
  return (columns) => {
    const lists = columns.map(([, type], index) => {
      const parameter = `$${next + index}`
      return isJson(type)
        ? `${type}_array_elements(${parameter}::${type})`
        : `unnest(${parameter}::${type}[])`
    })
    next += columns.length
    return `(select ${columns.map(selectColumn).join(', ')} from rows from (${lists.join(', ')}) as list (${columnNames(columns)})) as given`
  }
}

/** A null inside a JSON array is a JSON value, and becomes an SQL null here. */
function selectColumn([name, type]: Column<never>): string {
  return isJson(type) ? `case when ${type}_typeof(${name}) <> 'null' then ${name} end as ${name}` : name
}

/** An invalid time becomes a text that the database refuses. */
export function timestampText(timeMs: number): string
export function timestampText(timeMs: number | null): string | null
export function timestampText(timeMs: number | null): string | null {
  if (timeMs === null) return null
  if (timeMs !== last.timeMs) last = { timeMs, text: textOf(timeMs) }
  return last.text
}

/** The last timestamp is kept, because most timestamps of a batch are equal. */
let last = { timeMs: 0, text: textOf(0) }

function textOf(timeMs: number): string {
  const at = new Date(timeMs)
  return Number.isNaN(at.getTime()) ? 'invalid time' : at.toISOString()
}
