import { StartFailure } from '#server/platform/start-failure.ts'

/** What PostgreSQL's own output says about why it did not start. */
export type StartTrouble = 'disk full' | 'still in use' | 'not allowed' | 'other'

export function troubleIn(output: string): StartTrouble {
  if (/No space left on device|Disk quota exceeded/.test(output)) return 'disk full'
  // What a server that was just killed leaves behind for a moment.
  if (/pre-existing shared memory block|lock file ".*" (already exists|is empty)/.test(output))
    return 'still in use'
  return /Permission denied/.test(output) ? 'not allowed' : 'other'
}

/** One sentence for the operator: what is wrong with the database in `cluster`, and where to read more. */
export function startFailure(cluster: string, output: string, logFile: string): StartFailure {
  const trouble = troubleIn(output)
  if (trouble === 'disk full')
    return new StartFailure(`The disk that holds ${cluster} is full: free some space and start again.`)
  if (trouble === 'still in use')
    return new StartFailure(
      `The database in ${cluster} is still in use by another PostgreSQL: stop that one, then start again (its words are in ${logFile}).`,
    )
  if (trouble === 'not allowed')
    return new StartFailure(
      `The account that runs PostgreSQL cannot reach ${cluster}: set DATA_DIR to a directory it can pass through, or set DATABASE_URL (its words are in ${logFile}).`,
    )
  return new StartFailure(
    `The database in ${cluster} did not start (${lastComplaint(output)}): read ${logFile}, and restore a back-up if its files are damaged.`,
  )
}

function lastComplaint(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !line.includes('LOG:'))
  const complaint =
    lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? 'it said nothing'
  return complaint
    .replace(/^.*?(FATAL|PANIC|error):\s+/, '')
    .trim()
    .replace(/\.$/, '')
}
