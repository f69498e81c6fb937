// One PostgreSQL with a database for each server, the servers, and their users.
import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { prepareBaseline } from '#bench/orders/baseline-store.ts'
import { createDatabase, insertUsers, readDurability } from '#bench/orders/users-store.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createLog } from '#server/platform/log.ts'
import { urlAddress } from '#server/storage/database-connection.ts'
import { startEmbeddedPostgres } from '#server/storage/embedded/embedded-postgres.ts'
import { prepareDatabase } from '#server/storage/prepare-database-store.ts'
import { createPricePipe, type PricePipe } from '#test/crash/load/price-pipe.ts'
import { endOf, launchServer, untilReady } from '#test/crash/machines/priced-server.ts'
import { createSeededRandom } from '#test/trading-day/scenario/seeded-random.ts'

export type BaselineKind = 'transaction' | 'statement' | 'hello'

export type OrderServer = {
  readonly port: number
  readonly pid: number
  /** URL of the server's database. */
  readonly database: string
  readonly stop: () => Promise<void>
}

export type OurServer = OrderServer & { readonly prices: Pick<PricePipe, 'set'> }

export type Harness = {
  readonly postgresPid: number
  /** PostgreSQL's durability settings. */
  readonly durability: string
  readonly tokens: readonly string[]
  /** Starts our server. `environment` adds settings for the server or for Node. */
  readonly startOurs: (environment?: Readonly<Record<string, string>>) => Promise<OurServer>
  readonly startBaseline: (
    kind: BaselineKind,
    options?: { readonly sessions?: number },
  ) => Promise<OrderServer>
  /** Stops all running servers, then PostgreSQL. */
  readonly stop: () => Promise<void>
}

const log = createLog('error', process.stderr)
const defaultUsers = 10_000
/** Slow, because the cost of ticks has its own bench. */
const priceEveryMs = 1000

export async function createHarness({ users = defaultUsers } = {}): Promise<Harness> {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'openlot-orders-')))
  const postgres = await startEmbeddedPostgres({ dataDir: directory, log, clock: systemClock })
  const { host = '', user = '' } = postgres.address.config
  const databaseOf = (name: string) =>
    `postgresql://${user}:${postgres.passwords.owner}@/${name}?host=${encodeURIComponent(host)}`
  const tokens = Array.from({ length: users }, () => randomBytes(32).toString('base64url'))

  const running = new Set<OrderServer>()
  function track(server: OrderServer): OrderServer {
    const tracked = {
      ...server,
      async stop() {
        if (running.delete(tracked)) await server.stop()
      },
    }
    running.add(tracked)
    return tracked
  }
  async function prepare(name: string) {
    const url = databaseOf(name)
    await createDatabase(databaseOf('postgres'), name)
    const logins = await prepareDatabase({ owner: urlAddress(url), dataDir: directory, log })
    return { url, logins }
  }
  return {
    postgresPid: postgres.pid,
    durability: await readDurability(databaseOf('postgres')),
    tokens,
    async startOurs(extra = {}) {
      const { url } = await prepare('openlot_bench')
      const prices = createPricePipe(join(directory, 'prices'), createSeededRandom(1))
      const dataDir = join(directory, 'server')
      mkdirSync(dataDir)
      const environment = { DATA_DIR: dataDir, DATABASE_URL: url, SIM_HOURS: 'always', ...extra }
      await insertUsers(url, tokens)
      return { ...track(await startOpenlot(environment, prices)), prices }
    },
    async startBaseline(kind, { sessions = 16 } = {}) {
      if (kind === 'hello') return track(await startBaselineServer({ BENCH_KIND: kind, BENCH_DATABASE: '' }))
      const { url, logins } = await prepare(`baseline_${kind}_${sessions}`)
      await insertUsers(url, tokens)
      await prepareBaseline(url)
      const { connectionString = '' } = logins.engine.config
      const environment = { BENCH_KIND: kind, BENCH_DATABASE: connectionString, BENCH_POOL: String(sessions) }
      return track(await startBaselineServer(environment))
    },
    async stop() {
      for (const server of running) await server.stop()
      await postgres.stop()
      rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function startOpenlot(
  environment: Readonly<Record<'DATA_DIR' | 'DATABASE_URL' | 'SIM_HOURS', string>>,
  prices: PricePipe,
): Promise<OrderServer> {
  const server = launchServer(environment, prices)
  await untilReady(server, prices)
  const timer = setInterval(prices.move, priceEveryMs)
  return {
    port: Number(new URL(server.address()).port),
    pid: server.child.pid ?? 0,
    database: environment.DATABASE_URL,
    async stop() {
      clearInterval(timer)
      server.child.kill('SIGTERM')
      await endOf(server)
      prices.end()
    },
  }
}

async function startBaselineServer(
  environment: Readonly<Record<'BENCH_KIND' | 'BENCH_DATABASE', string>>,
): Promise<OrderServer> {
  const path = fileURLToPath(import.meta.resolve('#bench/orders/baseline-server.ts'))
  const child: ChildProcess = fork(path, { env: { ...process.env, ...environment } })
  const lost = once(child, 'exit').then(() => {
    throw new Error('a baseline server has ended')
  })
  lost.catch(() => undefined)
  const [{ port }] = (await Promise.race([once(child, 'message'), lost])) as [{ port: number }]
  return {
    port,
    pid: child.pid ?? 0,
    database: environment.BENCH_DATABASE,
    async stop() {
      child.kill()
      await lost.catch(() => undefined)
    },
  }
}
