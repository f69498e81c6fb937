import { nextTurn } from '#server/platform/timers.ts'

/** Items of a list that are encoded in one turn of the event loop: less than a millisecond of work. */
const itemsPerTurn = 64

/** Whether an object, or one in its fields, has a list that is too long for one turn. */
export function hasLongList(value: unknown): boolean {
  if (isLongList(value)) return true
  return isRecord(value) && Object.values(value).some(hasLongList)
}

/** The same JSON as `JSON.stringify` gives for data without `toJSON`, encoded in several turns of the event loop. */
export async function encodeInTurns(value: unknown): Promise<Buffer> {
  const pieces: Buffer[] = []
  await encode(value, (text) => void pieces.push(Buffer.from(text)))
  return Buffer.concat(pieces)
}

async function encode(value: unknown, write: (text: string) => void): Promise<void> {
  if (isLongList(value)) {
    write('[')
    for (let from = 0; from < value.length; from += itemsPerTurn) {
      if (from > 0) {
        write(',')
        await nextTurn()
      }
      write(JSON.stringify(value.slice(from, from + itemsPerTurn)).slice(1, -1))
    }
    write(']')
  } else if (isRecord(value) && hasLongList(value)) {
    let separator = '{'
    for (const [name, field] of Object.entries(value)) {
      if (field === undefined) continue
      write(`${separator}${JSON.stringify(name)}:`)
      await encode(field, write)
      separator = ','
    }
    write('}')
  } else write(JSON.stringify(value))
}

function isLongList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > itemsPerTurn
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
