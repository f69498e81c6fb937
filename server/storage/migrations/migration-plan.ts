import { StartFailure } from '#server/platform/start-failure.ts'
import type { Migration } from '#server/storage/migrations/migration-files.ts'

export type AppliedMigration = {
  readonly number: number
  readonly name: string
  readonly checksum: string
}

/** The migrations still to run, in order. What already ran must be exactly the beginning of what we have. */
export function pendingMigrations(
  files: readonly Migration[],
  applied: readonly AppliedMigration[],
): readonly Migration[] {
  const byNumber = new Map(applied.map((row) => [row.number, row]))
  const newest = Math.max(0, ...byNumber.keys())
  const ahead = applied.find(({ number }) => number > files.length)
  if (ahead !== undefined) throw newerDatabase(ahead)
  for (const file of files.slice(0, newest)) checkApplied(file, byNumber.get(file.number), newest)
  return files.slice(newest)
}

function newerDatabase({ name }: AppliedMigration): StartFailure {
  return new StartFailure(
    `The database is newer than this Openlot (it has had migration ${name}, which is not here): start the newer version, or restore a back-up.`,
  )
}

function checkApplied(file: Migration, row: AppliedMigration | undefined, newest: number): void {
  if (row === undefined)
    throw new StartFailure(
      `Migration ${file.name} was never run although migration ${newest} was: give it a number after the last one that ran.`,
    )
  if (row.name !== file.name)
    throw new StartFailure(
      `Migration ${row.name} was run but is missing here, where ${file.name} has its number: put it back as it was.`,
    )
  if (row.checksum !== file.checksum)
    throw new StartFailure(
      `Migration ${file.name} was changed after it had run: put it back as it was and make the change in a new one.`,
    )
}
