import type { SkipReason } from '#server/feed/replay/parse-row.ts'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'

export type SkippedRows = {
  readonly add: (reason: SkipReason, code: string, lineNumber: number) => void
}

/** Enough to see what is wrong with a file; the rest is only counted. */
const mostLogged = 20

/** Rows that say nothing to us. Each is counted; an unknown code is logged once, the others up to a bound. */
export function createSkippedRows(log: Log, metrics: Pick<Metrics, 'replayRowsSkipped'>): SkippedRows {
  const unknown = new Set<string>()
  let logged = 0
  return {
    add(reason, code, lineNumber) {
      metrics.replayRowsSkipped.inc({ reason })
      if (logged >= mostLogged || unknown.has(code)) return
      if (reason === 'unknown_code') unknown.add(code)
      logged++
      log.warn({ reason, code: code.slice(0, 20), lineNumber }, 'a row of the replay was skipped')
      if (logged === mostLogged) log.warn('more rows of the replay may be skipped; they are only counted')
    },
  }
}
