// The real server with the production build and a database of its own, for browser tests.
import { makeDataDir, startServer } from '#test/process/running-server.ts'

export type ServedApp = { readonly address: string; readonly stop: () => Promise<void> }

export async function serveApp(environment: Readonly<Record<string, string>> = {}): Promise<ServedApp> {
  const data = makeDataDir()
  const server = startServer({ DATA_DIR: data.dir, ...environment })
  await server.says('Openlot is ready')
  return {
    address: server.address(),
    stop: async () => {
      server.child.kill('SIGTERM')
      await server.ended
      data.remove()
    },
  }
}
