// The real server with the production build and its own database, for browser tests.
import { createTestDatabase } from '#test/database.ts'
import {
  type Environment,
  makeDataDir,
  type RunningServer,
  startServer,
} from '#test/process/running-server.ts'

export type ServedApp = {
  readonly address: string
  /** The server's data directory, which contains the outbox. */
  readonly dataDir: string
  /** URL of the server's database, for direct access by the test. */
  readonly databaseUrl: string
  /** Kills the process, as a power cut would. */
  readonly kill: () => Promise<void>
  /** Restarts after a kill: same address, same data. */
  readonly restart: () => Promise<void>
  readonly stop: () => Promise<void>
}

export async function serveApp(environment: Environment = {}): Promise<ServedApp> {
  const data = makeDataDir()
  const database = await createTestDatabase()
  const own = { DATA_DIR: data.dir, DATABASE_URL: database.url }
  const begin = (more: Environment) => startServer({ ...own, ...environment, ...more })
  let server = begin({})
  await server.waitForOutput('Openlot is ready')
  const address = server.address()
  return {
    address,
    dataDir: data.dir,
    databaseUrl: database.url,
    kill: () => end(server, 'SIGKILL'),
    async restart() {
      server = begin({ PORT: new URL(address).port })
      await server.waitForOutput('Openlot is ready')
    },
    async stop() {
      await end(server, 'SIGTERM')
      await database.drop()
      data.remove()
    },
  }
}

/** Serves pages only, for tests that stub every call; all of them share one server. */
export async function servePages(): Promise<Pick<ServedApp, 'address' | 'stop'>> {
  const { SERVED_PAGES } = process.env
  return SERVED_PAGES ? { address: SERVED_PAGES, stop: async () => undefined } : await serveApp()
}

async function end({ child, ended }: RunningServer, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  child.kill(signal)
  await ended
}
