import type { OrderJson } from '#server/engine/journal/order-json.ts'

/** A column of a table: its name, its type there, and what a record puts into it. */
export type Column<Rec> = readonly [
  name: string,
  type: string,
  value: (record: Rec, json: OrderJson) => Value,
]

type Value = string | number | boolean | null

/**
 * One list of values for each column: a whole batch is so many parameters, however many records it has. Each is put into
 * words here and not by the driver, which would look at every value anew and quote even the numbers.
 */
export function columnValues<Rec>(
  columns: readonly Column<Rec>[],
  records: readonly Rec[],
  json: OrderJson,
): readonly string[] {
  return columns.map(([, type, value]) => {
    const put = (record: Rec) => value(record, json)
    return isJson(type) ? jsonList(records, put) : arrayLiteral(records, put)
  })
}

function isJson(type: string): type is 'json' | 'jsonb' {
  return type === 'json' || type === 'jsonb'
}

/** Documents are one document, so that not one of their quotes has to be escaped. */
function jsonList<Rec>(records: readonly Rec[], value: (record: Rec) => Value): string {
  let list = '['
  for (const record of records) {
    if (list.length > 1) list += ','
    list += String(value(record))
  }
  return `${list}]`
}

function arrayLiteral<Rec>(records: readonly Rec[], value: (record: Rec) => Value): string {
  let list = '{'
  for (const record of records) {
    if (list.length > 1) list += ','
    const one = value(record)
    list += typeof one === 'string' ? textElement(one) : String(one)
  }
  return `${list}}`
}

/** What stands for itself in a list. Whatever else there is, and the word that means nothing, is quoted. */
const plainElement = /^[\w.:+-]+$/
const nullWord = /^null$/i

function textElement(text: string): string {
  if (plainElement.test(text) && !nullWord.test(text)) return text
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}

export function columnNames(columns: readonly Column<never>[], prefix = ''): string {
  return columns.map(([name]) => prefix + name).join(', ')
}

/** Names the lists of one kind of record after the other as parameters, from this number on, to be read as rows. */
export function rowsFromParameter(first: number): (columns: readonly Column<never>[]) => string {
  let next = first
  return (columns) => {
    const lists = columns.map(([, type], index) => {
      const place = `$${next + index}`
      return isJson(type) ? `${type}_array_elements(${place}::${type})` : `unnest(${place}::${type}[])`
    })
    next += columns.length
    return `(select ${columns.map(readBack).join(', ')} from rows from (${lists.join(', ')}) as list (${columnNames(columns)})) as given`
  }
}

/** Nothing at all is a document of its own inside a list. */
function readBack([name, type]: Column<never>): string {
  return isJson(type) ? `case when ${type}_typeof(${name}) <> 'null' then ${name} end as ${name}` : name
}

/** Null stays null, for what has not happened. What is no moment at all is left to the database to refuse. */
export function timestampText(timeMs: number): string
export function timestampText(timeMs: number | null): string | null
export function timestampText(timeMs: number | null): string | null {
  if (timeMs === null) return null
  if (timeMs !== last.timeMs) last = { timeMs, text: textOf(timeMs) }
  return last.text
}

/** Nearly everything in a batch is of the same few moments. */
let last = { timeMs: 0, text: textOf(0) }

function textOf(timeMs: number): string {
  const at = new Date(timeMs)
  return Number.isNaN(at.getTime()) ? 'no moment' : at.toISOString()
}
