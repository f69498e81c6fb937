// Reads the sent fields of a call by its schema, before the schema validates them.
import type { TSchema } from 'typebox'
import type { Call } from '#contract/call.ts'

type Convert = (value: unknown) => unknown

/**
 * Prepares the fields of a request in place. Queries and forms carry only text, so a number and its exact text are
 * interchangeable, in JSON too. No other type is converted: the schema refuses a list, an object or a boolean in place
 * of a number or a text. Null counts as missing, and so does an empty optional field that is not text, because a form
 * sends every field it has.
 */
export function createFieldReader({ input }: Call): (sent: unknown) => void {
  const fields = Object.entries(input.properties).map(([name, schema]) => {
    const isRequired = input.required?.includes(name) === true
    return { name, convert: converterOf(schema), isRemovable: !isRequired && typeOf(schema) !== 'string' }
  })
  return (sent) => {
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return
    for (const { name, convert, isRemovable } of fields) {
      const value = Reflect.get(sent, name)
      if (value === undefined) continue
      if (value === null || (value === '' && isRemovable)) Reflect.deleteProperty(sent, name)
      else Reflect.set(sent, name, convert(value))
    }
  }
}

/** Returns a value that cannot be converted as it is, for the schema to refuse. */
function converterOf(schema: TSchema): Convert {
  const type = typeOf(schema)
  if (type === 'integer') return integerOf
  if (type === 'string') return textOf
  if (type === 'array' && 'items' in schema) return listConverter(schema.items as TSchema)
  const choices = 'anyOf' in schema ? (schema.anyOf as readonly TSchema[]) : []
  return (value) => choices.map(converterOf).reduce((converted, convert) => convert(converted), value)
}

function typeOf(schema: TSchema): unknown {
  return 'type' in schema ? schema.type : undefined
}

function listConverter(item: TSchema): Convert {
  const convert = converterOf(item)
  return (value) => (Array.isArray(value) ? value.map(convert) : value)
}

/**
 * Digits only, or with `.0` as some clients write whole numbers. JavaScript would also take `0x10`, ` 1` and `1e3` for
 * numbers.
 */
function integerOf(value: unknown): unknown {
  return typeof value === 'string' && /^-?\d{1,16}(\.0{1,9})?$/.test(value) ? Number(value) : value
}

/** An integer beyond 2^53 may have been rounded when the JSON was parsed, so its text is unknown. */
function textOf(value: unknown): unknown {
  const isExact = Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value))
  return isExact ? String(value) : value
}
