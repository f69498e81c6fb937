// The real server with the production build and a database of its own, for browser tests.
import { createTestDatabase } from '#test/database.ts'
import {
  type Environment,
  makeDataDir,
  type RunningServer,
  startServer,
} from '#test/process/running-server.ts'

export type ServedApp = {
  readonly address: string
  /** Where it keeps what it has, the outbox above all. */
  readonly dataDir: string
  /** Of the database it works on, for what a test does beside it. */
  readonly databaseUrl: string
  /** Ends it at once, as a power cut would. */
  readonly kill: () => Promise<void>
  /** After a kill: at the same address, on the same data. */
  readonly startAgain: () => Promise<void>
  readonly stop: () => Promise<void>
}

export async function serveApp(environment: Environment = {}): Promise<ServedApp> {
  const data = makeDataDir()
  const database = await createTestDatabase()
  const own = { DATA_DIR: data.dir, DATABASE_URL: database.url }
  const begin = (more: Environment) => startServer({ ...own, ...environment, ...more })
  let server = begin({})
  await server.says('Openlot is ready')
  const address = server.address()
  return {
    address,
    dataDir: data.dir,
    databaseUrl: database.url,
    kill: () => end(server, 'SIGKILL'),
    async startAgain() {
      server = begin({ PORT: new URL(address).port })
      await server.says('Openlot is ready')
    },
    async stop() {
      await end(server, 'SIGTERM')
      await database.drop()
      data.remove()
    },
  }
}

/** Only its pages, for tests that answer every call themselves: one server is enough for all of those. */
export async function servePages(): Promise<Pick<ServedApp, 'address' | 'stop'>> {
  const { SERVED_PAGES } = process.env
  return SERVED_PAGES ? { address: SERVED_PAGES, stop: async () => undefined } : await serveApp()
}

async function end({ child, ended }: RunningServer, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  child.kill(signal)
  await ended
}
