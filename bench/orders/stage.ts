// One PostgreSQL with a database for each, the servers on them, and the people.
import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createDatabase, makePeople, readDurability } from '#bench/orders/people-store.ts'
import { preparePlain } from '#bench/orders/plain-store.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createLog } from '#server/platform/log.ts'
import { urlAddress } from '#server/storage/database-connection.ts'
import { startEmbeddedPostgres } from '#server/storage/embedded/embedded-postgres.ts'
import { prepareDatabase } from '#server/storage/prepare-database-store.ts'
import { createPricePipe, type PricePipe } from '#test/crash/load/price-pipe.ts'
import { endOf, launchServer, untilReady } from '#test/crash/machines/priced-server.ts'
import { createSeededRandom } from '#test/trading-day/scenario/seeded-random.ts'

export type PlainKind = 'transaction' | 'statement' | 'hello'

/** A server that takes orders. */
export type OrderServer = {
  readonly port: number
  readonly pid: number
  /** Where its orders are kept. */
  readonly database: string
  readonly stop: () => Promise<void>
}

export type Stage = {
  readonly postgresPid: number
  /** How PostgreSQL keeps what it was told. */
  readonly durability: string
  readonly tokens: readonly string[]
  /** With settings of its own, or of Node's. */
  readonly startOurs: (environment?: Readonly<Record<string, string>>) => Promise<OrderServer>
  readonly startPlain: (kind: PlainKind, options?: { readonly sessions?: number }) => Promise<OrderServer>
  /** Ends every server that still runs, and PostgreSQL last. */
  readonly stop: () => Promise<void>
}

const log = createLog('error', process.stderr)
const people = 10_000
/** Slowly: what a tick costs is measured elsewhere. */
const priceEveryMs = 1000

export async function openStage(): Promise<Stage> {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'openlot-orders-')))
  const postgres = await startEmbeddedPostgres({ dataDir: directory, log, clock: systemClock })
  const { host = '', user = '' } = postgres.address.config
  const databaseOf = (name: string) => `postgresql://${user}@/${name}?host=${encodeURIComponent(host)}`
  const tokens = Array.from({ length: people }, () => randomBytes(32).toString('base64url'))

  const running = new Set<OrderServer>()
  function kept(server: OrderServer): OrderServer {
    const known = {
      ...server,
      async stop() {
        if (running.delete(known)) await server.stop()
      },
    }
    running.add(known)
    return known
  }
  async function prepare(name: string): Promise<string> {
    const url = databaseOf(name)
    await createDatabase(databaseOf('postgres'), name)
    await prepareDatabase(urlAddress(url), log)
    return url
  }
  return {
    postgresPid: postgres.pid,
    durability: await readDurability(databaseOf('postgres')),
    tokens,
    async startOurs(further = {}) {
      const url = await prepare('openlot_bench')
      const prices = createPricePipe(join(directory, 'prices'), createSeededRandom(1))
      const dataDir = join(directory, 'server')
      mkdirSync(dataDir)
      const environment = { DATA_DIR: dataDir, DATABASE_URL: url, SIM_HOURS: 'always', ...further }
      await makePeople(url, tokens)
      return kept(await startPriced(environment, prices))
    },
    async startPlain(kind, { sessions = 16 } = {}) {
      if (kind === 'hello') return kept(await startPlainServer({ BENCH_KIND: kind, BENCH_DATABASE: '' }))
      const url = await prepare(`plain_${kind}_${sessions}`)
      await makePeople(url, tokens)
      await preparePlain(url)
      const environment = { BENCH_KIND: kind, BENCH_DATABASE: url, BENCH_POOL: String(sessions) }
      return kept(await startPlainServer(environment))
    },
    async stop() {
      for (const server of running) await server.stop()
      await postgres.stop()
      rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function startPriced(
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

async function startPlainServer(
  environment: Readonly<Record<'BENCH_KIND' | 'BENCH_DATABASE', string>>,
): Promise<OrderServer> {
  const path = fileURLToPath(import.meta.resolve('#bench/orders/plain-server.ts'))
  const child: ChildProcess = fork(path, { env: { ...process.env, ...environment } })
  const lost = once(child, 'exit').then(() => {
    throw new Error('a server has ended')
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
