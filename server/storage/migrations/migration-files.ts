import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartFailure } from '#server/platform/start-failure.ts'

export type Migration = {
  readonly number: number
  /** The file's name without `.sql`, as `0001-settings`. */
  readonly name: string
  readonly checksum: string
  readonly sql: string
}

export const migrationsDirectory = fileURLToPath(new URL('../../../db/migrations', import.meta.url))

/** All of them in order, numbered from 1 without a gap. */
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
    throw new StartFailure(`db/migrations/${file} is misnamed: call it like 0001-what-it-does.sql.`)
  const sql = readFileSync(join(directory, file), 'utf8')
  const checksum = createHash('sha256').update(sql).digest('hex')
  return { number: Number(digits), name: file.slice(0, -'.sql'.length), checksum, sql }
}
