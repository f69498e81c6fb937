// A local SMS provider that verifies the signature as described in docs/operations.md.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createReceivedQueue } from '#test/messages/received-queue.ts'

export type SmsBody = Readonly<Record<'id' | 'to' | 'lang' | 'kind' | 'code' | 'text', string>> & {
  readonly type: number
}

export type SmsRequest = {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly isGenuine: boolean
  readonly body: SmsBody
  readonly answer: (status: number, headers?: Readonly<Record<string, string>>) => void
}

export const smsSecret = 'a secret of the test, long enough'

/** Queues the requests. The test takes each from the queue and answers it. */
export async function startSmsProvider() {
  const requests = createReceivedQueue<SmsRequest>()
  const server = createServer((request, response) => {
    void read(request, response).then(requests.add, () => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/send`,
    requests,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function read(request: IncomingMessage, response: ServerResponse): Promise<SmsRequest> {
  const body = await text(request)
  return {
    path: `${request.method} ${request.url}`,
    headers: request.headers,
    isGenuine: isGenuine(request.headers, body),
    body: JSON.parse(body),
    answer: (status, headers = {}) => void response.writeHead(status, headers).end('taken note of'),
  }
}

export function isGenuine(headers: IncomingMessage['headers'], body: string): boolean {
  const timestamp = String(headers['openlot-timestamp'])
  const given = /^v1=([0-9a-f]{64})$/.exec(String(headers['openlot-signature']))?.[1] ?? ''
  const expected = createHmac('sha256', smsSecret).update(`${timestamp}.${body}`).digest()
  const bytes = Buffer.from(given, 'hex')
  return bytes.length === expected.length && timingSafeEqual(bytes, expected)
}
