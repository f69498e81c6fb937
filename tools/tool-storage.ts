// The database of the server, for command line tools. They use the same variables as the server.
import { existsSync } from 'node:fs'
import { type Config, parseConfig } from '#server/bootstrap/config.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createLog, type Log } from '#server/platform/log.ts'
import { StartFailure } from '#server/platform/start-failure.ts'
import { clusterPath } from '#server/storage/embedded/cluster.ts'
import { openStorageForTool, type Pool, type Storage } from '#server/storage/storage.ts'

type ToolStorage = Storage & { readonly log: Log }

/** Runs the work on the database, which is created if there is none. A problem to fix first throws a `StartFailure`. */
export async function withStorage<Result>(work: (storage: ToolStorage) => Promise<Result>): Promise<Result> {
  return await runOn(configOfEnvironment(), work)
}

/** Like `withStorage`, but refuses a directory without a database: a new, empty one would answer no question. */
export async function withExistingDatabase<Result>(
  work: (pool: Pool, config: Config) => Promise<Result>,
): Promise<Result> {
  const config = configOfEnvironment()
  const { databaseUrl, dataDir } = config
  if (databaseUrl === undefined && !existsSync(clusterPath(dataDir)))
    throw new StartFailure(
      `There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL as the server does.`,
    )
  return await runOn(config, ({ pool }) => work(pool, config))
}

async function runOn<Result>(
  config: Config,
  work: (storage: ToolStorage) => Promise<Result>,
): Promise<Result> {
  const log = createLog('error', process.stderr)
  const storage = await openStorageForTool({ ...config, log, clock: systemClock })
  try {
    return await work({ ...storage, log })
  } finally {
    await storage.stop()
  }
}

export function configOfEnvironment(): Config {
  const parsed = parseConfig(process.env)
  if (!parsed.ok) throw new StartFailure(parsed.problems.join('\n'))
  return parsed.config
}
