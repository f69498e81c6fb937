/** A line of the file. `atMs` is undefined if the line is not a head. */
export type DatedLine = {
  readonly text: string
  readonly atMs: number | undefined
  readonly differs: boolean
  /** An evidence pack ends in the head. */
  readonly isKept: boolean
}

const hourMs = 3600 * 1000
const dayMs = 24 * hourMs
/** All lines of this time are kept, one for each minute. */
const minutesForMs = 2 * dayMs
/** After it the last of each hour, and after this time the last of each day. */
const hoursForMs = 60 * dayMs

/** More than 15 years. Beyond it the oldest lines are dropped. */
export const maxPlainLines = 10_000
/** Lines that show a difference. Beyond it the newest are dropped: the first one matters most. */
export const maxProtectedLines = 1000
/** Lines that evidence packs end in, about 40 MB. Beyond it the oldest count as plain lines. */
export const maxKeptLines = 100_000

/**
 * Chooses the lines to keep. A later head covers everything before it, so old ones can be thinned out. A head that is
 * no longer part of the history is the evidence for it: lines that say so are protected, and so is the head before each
 * of them. Lines that are not heads are protected, too. The lines of evidence packs are kept: their check needs them.
 */
export function thinHeads(lines: readonly DatedLine[], nowMs: number): readonly DatedLine[] {
  const seen = new Set<string>()
  const [plain, protectedLines, ofPacks]: [number[], number[], number[]] = [[], [], []]
  let isBeforeDifference = false
  const isLastOf = (period: string) => seen.size < seen.add(period).size
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const line = lines[at]
    if (line === undefined) continue
    const isProtected = line.atMs === undefined || line.differs || isBeforeDifference
    if (line.atMs !== undefined) isBeforeDifference = line.differs
    if (line.isKept && ofPacks.length < maxKeptLines) ofPacks.push(at)
    else if (isProtected) protectedLines.push(at)
    else if (isLastOf(periodOf(line.atMs, nowMs))) plain.push(at)
  }
  // All lists have the newest line first.
  const kept = [...plain.slice(0, maxPlainLines), ...protectedLines.slice(-maxProtectedLines), ...ofPacks]
  return kept.sort((one, other) => one - other).flatMap((at) => lines[at] ?? [])
}

/** Of lines with the same period only the last is kept. */
function periodOf(atMs: number, nowMs: number): string {
  const ageMs = nowMs - atMs
  if (ageMs < minutesForMs) return `minute ${Math.floor(atMs / 60_000)}`
  return ageMs < hoursForMs ? `hour ${Math.floor(atMs / hourMs)}` : `day ${Math.floor(atMs / dayMs)}`
}
