import { createLog, type Log } from '#server/platform/log.ts'

export type CapturedLog = { readonly log: Log; readonly text: () => string }

/** Everything that is logged, as the operator would read it. */
export function createCapturedLog(): CapturedLog {
  const lines: string[] = []
  const log = createLog('trace', { write: (line: string) => void lines.push(line) })
  return { log, text: () => lines.join('') }
}
