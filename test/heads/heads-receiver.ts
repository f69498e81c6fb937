// A local receiver of posted heads, which the test answers.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createReceivedQueue } from '#test/messages/received-queue.ts'

export type HeadRequest = {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
  readonly answer: (status: number, headers?: Readonly<Record<string, string>>) => void
}

/** Queues the requests. Port 0 takes any free port. */
export async function startHeadsReceiver(port = 0) {
  const requests = createReceivedQueue<HeadRequest>()
  const server = createServer((request, response) => {
    const { method, url, headers } = request
    void text(request).then(
      (body) =>
        requests.add({
          path: `${method} ${url}`,
          headers,
          body,
          answer: (status, more = {}) => void response.writeHead(status, more).end('noted'),
        }),
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address() as AddressInfo
  return {
    port: address.port,
    url: `http://127.0.0.1:${address.port}/heads`,
    requests,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
