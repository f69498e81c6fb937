import { bytesPerTurn, nextTurn } from '#server/platform/timers.ts'

/** The start of every delimiter. In the data of an image it occurs once in four billion bytes. */
const start = Buffer.from('\r\n--')
/** A body with more of them is not a form with an image: checking each would take too long. */
const maxCandidates = 1000

/**
 * Position of the delimiter, which begins with a line end and two dashes, at or after `from`. A search for the whole
 * delimiter would be faster in most bodies, but hundreds of times slower in one that repeats a part of it. Between
 * slices of a long body, other requests are handled.
 */
export async function findDelimiter(
  body: Buffer,
  delimiter: Buffer,
  from: number,
): Promise<number | undefined> {
  let candidates = 0
  let at = from
  let pauseAt = from + bytesPerTurn
  while (at < body.length) {
    const end = Math.min(body.length, pauseAt + start.length - 1)
    const found = body.subarray(at, end).indexOf(start)
    if (found === -1) {
      if (end === body.length) return undefined
      at = Math.max(at, pauseAt)
      pauseAt += bytesPerTurn
      await nextTurn()
    } else {
      at += found
      if (isAt(body, delimiter, at)) return at
      candidates += 1
      if (candidates > maxCandidates) return undefined
      at += start.length
    }
  }
  return undefined
}

export function isAt(body: Buffer, delimiter: Buffer, at: number): boolean {
  const end = at + delimiter.length
  return end <= body.length && body.compare(delimiter, 0, delimiter.length, at, end) === 0
}
