import type { Market } from '#core/market/market.ts'
import { parseRow, type ReplayRow, replayHeader } from '#server/feed/replay/parse-row.ts'
import { readLines } from '#server/feed/replay/read-lines.ts'
import type { SkippedRows } from '#server/feed/replay/skipped-rows.ts'
import { StartFailure } from '#server/platform/start-failure.ts'

/** The rows of a replay as they come; what is no row is counted and left out. Empty lines are nothing at all. */
export async function* readRows(
  pieces: AsyncIterable<string>,
  markets: readonly Market[],
  skipped: SkippedRows,
): AsyncGenerator<ReplayRow> {
  const byCode = new Map(markets.map((market) => [market.code, market]))
  let lineNumber = 0
  for await (const line of readLines(pieces)) {
    lineNumber++
    if (lineNumber === 1) requireHeader(line)
    else if (line.trim() !== '') {
      const parsed = parseRow(line, byCode)
      if (parsed.ok) yield parsed.row
      else skipped.add(parsed.reason, parsed.code, lineNumber)
    }
  }
  if (lineNumber === 0) requireHeader('')
}

/** Spreadsheets put a mark of the encoding before the first letter. */
function requireHeader(line: string): void {
  if (line.replace(/^\uFEFF/, '').trim() === replayHeader) return
  throw new StartFailure(`The file that FEED names must begin with the line ${replayHeader}.`)
}
