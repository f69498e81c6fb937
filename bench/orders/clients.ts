import { connect, type Socket } from 'node:net'
import { submit } from '#contract/calls/trading.ts'
import { formatDecimal } from '#core/money/decimal.ts'
import { pricedMarkets } from '#test/crash/load/price-pipe.ts'

export type ClientsParts = {
  readonly port: number
  readonly tokens: readonly string[]
  /** Part of every idempotency key, so that no two runs share a key. */
  readonly run: string
  readonly connections: number
}

/** Connections that send orders. Each has its own users, so that no order waits for another of the same account. */
export type Clients = {
  /** Sends an order that was due at this time. The previous order of the connection must have been answered. */
  readonly send: (connection: number, dueMs: number) => void
  readonly onAnswer: (handler: (connection: number, dueMs: number) => void) => void
  /** Waits a limited time for outstanding answers. Orders without an answer count as failed. */
  readonly finish: () => Promise<{ readonly done: number; readonly failed: number }>
}

const maxDrainMs = 15_000
const pollMs = 20

export async function openClients({ port, tokens, run, connections }: ClientsParts): Promise<Clients> {
  const dueMs = new Float64Array(connections)
  const turns = new Int32Array(connections)
  let sent = 0
  let done = 0
  let failed = 0
  let firstFailure: string | undefined
  let answered = (_connection: number, _dueMs: number): void => undefined
  const open = await Promise.all(
    Array.from({ length: connections }, (_, at) =>
      openConnection(port, (isDone, answer) => {
        if (isDone) done += 1
        else {
          failed += 1
          firstFailure ??= answer
        }
        answered(at, dueMs[at] ?? 0)
      }),
    ),
  )
  return {
    send(at, due) {
      const turn = turns[at] ?? 0
      turns[at] = turn + 1
      dueMs[at] = due
      sent += 1
      const token = tokens[(at + turn * connections) % tokens.length] ?? ''
      open[at]?.send(orderRequest(token, run, sent))
    },
    onAnswer(handler) {
      answered = handler
    },
    async finish() {
      for (let waited = 0; done + failed < sent && waited < maxDrainMs; waited += pollMs) await sleep(pollMs)
      for (const connection of open) connection.close()
      if (firstFailure !== undefined) console.error(firstFailure)
      return { done, failed: sent - done }
    },
  }
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** One keep-alive connection, parsed by hand: a full HTTP client would use more CPU than the servers. */
type OrderConnection = {
  /** Sends a request. The previous one must have been answered. */
  readonly send: (request: string) => void
  readonly close: () => void
}

const headEnd = '\r\n\r\n'

/** Opens a connection that tells success from failure by the first field of the envelope. */
async function openConnection(
  port: number,
  onAnswer: (isDone: boolean, answer: string) => void,
): Promise<OrderConnection> {
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let received = ''
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    received = received === '' ? chunk : received + chunk
    const end = received.indexOf(headEnd)
    if (end === -1) return
    const length = contentLength(received)
    if (received.length < end + headEnd.length + length) return
    const isDone =
      received.startsWith('HTTP/1.1 200') && received.startsWith('{"code":1,', end + headEnd.length)
    const answer = received
    received = ''
    onAnswer(isDone, answer)
  })
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  socket.on('error', (fault) => {
    throw fault
  })
  return { send: (request) => void socket.write(request, 'latin1'), close: () => void socket.destroy() }
}

const lengthName = 'content-length: '

function contentLength(head: string): number {
  const from = head.indexOf(lengthName)
  if (from === -1) throw new Error(`an answer has no content length: ${head.slice(0, 200)}`)
  return Number.parseInt(head.slice(from + lengthName.length, from + lengthName.length + 10), 10)
}

/** Prices move by less than this, so that no order is refused for slippage. */
const deviation = 1000

const bodies = pricedMarkets.flatMap(({ id, centre, precision }) =>
  [1, 2].map((type) => {
    const seen = formatDecimal(centre, precision)
    const body = { type, forex_id: id, status: 1, cont: '0.01', multiple: '100', price: seen, deviation }
    const text = JSON.stringify(body)
    return `content-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n${text}`
  }),
)

/** A market order as the app sends it. The idempotency key has the length of the app's keys. */
function orderRequest(token: string, run: string, number: number): string {
  const key = `${run}-${String(number).padStart(35 - run.length, '0')}`
  return `POST ${submit.path} HTTP/1.1\r\nHost: bench\r\nlang: en\r\nauthorization: ${token}\r\nidempotency-key: ${key}\r\n${bodies[number % bodies.length]}`
}
