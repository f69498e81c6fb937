// A listening gateway with few routes, and clients that send arbitrary bytes to it.
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { createWebServer, type WebServer } from '#server/gateway/gateway.ts'
import { createLog } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemRandom } from '#server/platform/random.ts'
import { systemTimers } from '#server/platform/timers.ts'
import { createTranslators } from '#server/platform/translators.ts'
import { eventually } from '#test/eventually.ts'

type ServerParts = Parameters<typeof createWebServer>[0]

export const webOrigin = 'https://m.example.com'

/** `routes` adds the routes before the server listens. `listen` replaces the usual address. */
export async function listenRaw(
  context: TestContext,
  changes: Partial<ServerParts>,
  routes: (app: WebServer) => unknown = () => undefined,
  listen: (app: WebServer) => Promise<unknown> = (app) => app.listen({ port: 0, host: '127.0.0.1' }),
) {
  const logged: string[] = []
  const metrics = createMetrics()
  const app = await createWebServer({
    log: createLog('debug', { write: (line) => logged.push(line) }),
    clock: { now: () => 0, elapsed: () => 0 },
    timers: systemTimers,
    random: systemRandom,
    metrics,
    translatorFor: createTranslators(),
    webOrigins: [webOrigin],
    trustedProxies: [],
    ...changes,
  })
  await routes(app)
  await listen(app)
  context.after(async () => {
    app.server.closeAllConnections()
    await app.close()
  })
  const { port } = app.server.address() as AddressInfo
  return { app, port, logged, metrics, connect: (from?: string) => connectRaw(port, from) }
}

export type RawClient = Awaited<ReturnType<typeof connectRaw>>

/** A TCP connection that collects everything it receives. */
export async function connectRaw(port: number, localAddress = '127.0.0.1') {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  // A connection may be reset.
  socket.on('error', () => undefined)
  let received = ''
  socket.on('data', (data) => {
    received += data.toString()
  })
  await once(socket, 'connect')
  return {
    socket: socket as Socket,
    send: (text: string | Buffer) => void socket.write(text),
    received: () => received,
    /** Everything received until the server closes the connection. */
    async rest(): Promise<string> {
      await eventually(() => socket.destroyed, 'the connection closes')
      return received
    },
  }
}

/** The parts of one raw answer. */
export function parseAnswer(text: string) {
  const [head = '', body = ''] = text.split('\r\n\r\n', 2)
  const [status = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  )
  return {
    status: Number(status.split(' ')[1]),
    headers: headers as Record<string, string | undefined>,
    body,
  }
}
