// The oldest PostgreSQL that DATABASE_URL may name, in a cluster of its own.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { systemClock } from '#server/platform/clock.ts'
import { prepareBinaries } from '#server/storage/embedded/binaries.ts'
import { chooseOsUser, chownTo, commandAs } from '#server/storage/embedded/os-user.ts'
import { openServerLog } from '#server/storage/embedded/postgres-log.ts'
import { launchServer } from '#server/storage/embedded/postgres-process.ts'
import { readPostmasterFile } from '#server/storage/embedded/postmaster-file.ts'
import { withOwner } from '#test/database.ts'
import { eventually } from '#test/eventually.ts'

export type Postgres15 = {
  /** Runs SQL as an administrator. */
  readonly admin: (sql: string, database?: string) => Promise<void>
  readonly urlOf: (user: string, database: string, password?: string) => string
  readonly stop: () => Promise<void>
}

/** The administrator logs in without a password, everyone else with one. */
const rules = 'local all postgres trust\nlocal all all scram-sha-256\n'

export async function startPostgres15(): Promise<Postgres15> {
  const root = packageRoot()
  prepareBinaries(root)
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'openlot-15-')))
  const cluster = join(directory, 'cluster')
  const binary = (name: string) => join(root, 'native/bin', name)
  const binaries = { initdb: binary('initdb'), postgres: binary('postgres'), majorVersion: 15 }
  const osUser = chooseOsUser(binaries, cluster)
  chownTo(osUser, directory)
  const options = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  const initdb = commandAs(osUser, binaries.initdb, ['-D', cluster, ...options])
  const made = spawnSync(initdb.command, initdb.args, { ...initdb.options, encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`initdb of PostgreSQL 15 failed: ${made.stderr}`)
  writeFileSync(join(cluster, 'pg_hba.conf'), rules)
  const log = openServerLog(directory)
  const launch = { postgres: binaries.postgres, osUser, cluster, socketDirectory: cluster, log }
  const server = await launchServer({ ...launch, isThrowAway: true })
  await eventually(() => readPostmasterFile(cluster)?.isReady === true || !server.isRunning())
  const urlOf = (user: string, database: string, password = 'secret') =>
    `postgresql://${user}:${password}@/${database}?host=${encodeURIComponent(cluster)}`
  return {
    urlOf,
    admin: async (sql, database = 'postgres') =>
      void (await withOwner(urlOf('postgres', database), (owner) => owner.query(sql))),
    stop: async () => {
      await server.stop(systemClock)
      log.close()
      rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function packageRoot(): string {
  const name = `postgres-15-${process.platform}-${process.arch}`
  return dirname(dirname(fileURLToPath(import.meta.resolve(name))))
}
