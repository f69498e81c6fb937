import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartFailure } from '#server/platform/start-failure.ts'

export type Migration = {
  readonly number: number
  /** File name without `.sql`, such as `0001-settings`. */
  readonly name: string
  readonly checksum: string
  readonly sql: string
}

const migrationsDirectory = fileURLToPath(new URL('../../../db/migrations', import.meta.url))

/** All migrations in order, numbered from 1 without gaps. */
export function readMigrations(directory = migrationsDirectory): readonly Migration[] {
  const files = readdirSync(directory).filter((file) => file.endsWith('.sql'))
  const migrations = files.sort().map((file) => readMigration(directory, file))
  migrations.forEach(({ number, name }, index) => {
    if (number === index + 1) return
    throw new StartFailure(
      `db/migrations/${name}.sql should have number ${index + 1}: migrations are numbered from 0001 without gaps.`,
    )
  })
  return migrations
}

function readMigration(directory: string, file: string): Migration {
  const digits = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(file)?.[1]
  if (digits === undefined)
    throw new StartFailure(`db/migrations/${file} has an invalid name: rename it like 0001-what-it-does.sql.`)
  const sql = readFileSync(join(directory, file), 'utf8')
  const checksum = createHash('sha256').update(sql).digest('hex')
  return { number: Number(digits), name: file.slice(0, -'.sql'.length), checksum, sql }
}

export type AppliedMigration = {
  readonly number: number
  readonly name: string
  readonly checksum: string
}

/** Migrations not yet applied, in order. The applied ones must be an unchanged prefix of the files. */
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
    `The database is newer than this Openlot (migration ${name} is unknown here): start the newer version, or restore a backup.`,
  )
}

function checkApplied(file: Migration, row: AppliedMigration | undefined, newest: number): void {
  if (row === undefined)
    throw new StartFailure(
      `Migration ${file.name} was not applied, but migration ${newest} was: give it a number after the last applied one.`,
    )
  if (row.name !== file.name)
    throw new StartFailure(
      `Migration ${row.name} was applied, but its file is missing and ${file.name} has its number: restore the file.`,
    )
  if (row.checksum !== file.checksum)
    throw new StartFailure(
      `Migration ${file.name} was changed after it was applied: restore the file and put the change into a new migration.`,
    )
}
