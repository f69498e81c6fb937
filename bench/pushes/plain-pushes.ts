// Baseline: four times a second, values the account of each socket separately and encodes it as JSON.
import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { accountPushOf } from '#contract/account-wire.ts'
import { codes } from '#contract/envelope.ts'
import { type AccountPush, cmds, ownTradesTopic, type StampedPush } from '#contract/live.ts'
import type { LiveBoard } from '#core/market/board.ts'
import { encodeFrame } from '#server/live/encode-frame.ts'
import { type AccountWithNotice, readAccount } from '#server/portfolio/account-store.ts'
import { fundsOf, orderFigures } from '#server/portfolio/account-valuation.ts'
import type { Pool } from '#server/storage/storage.ts'

export type PlainParts = {
  readonly http: Server
  readonly pool: Pool
  readonly board: LiveBoard
  readonly userIdOf: (token: unknown) => number
}

type Subscriber = { readonly stream: Duplex; readonly account: AccountWithNotice; seq: number }

const everyMs = 250

export function servePlainPushes({ http, pool, board, userIdOf }: PlainParts): void {
  const subscribers = new Set<Subscriber>()
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false })
  http.on('upgrade', (request, stream, head) => {
    server.handleUpgrade(request, stream, head, (socket) => connect(socket, stream))
  })

  /** Gives each socket its own copy of the account. For a fair comparison, writes frames as the live module does. */
  function connect(socket: WebSocket, stream: Duplex): void {
    let userId = 0
    socket.on('message', async (data) => {
      const { cmd, token } = JSON.parse(data.toString()) as { cmd: string; token?: string }
      if (cmd === cmds.login) userId = userIdOf(token)
      socket.send(JSON.stringify({ cmd, code: codes.success }))
      if (cmd !== cmds.sub) return
      const subscriber = { stream, account: await readAccount(pool, userId), seq: -1 }
      subscribers.add(subscriber)
      socket.on('close', () => subscribers.delete(subscriber))
    })
    socket.on('error', () => socket.terminate())
  }
  setInterval(() => {
    for (const subscriber of subscribers) push(subscriber, board)
  }, everyMs)
}

function push(subscriber: Subscriber, board: LiveBoard): void {
  const seq = board.seq()
  if (subscriber.seq === seq) return
  subscriber.seq = seq
  const { account, stream } = subscriber
  const data = accountPushOf({
    funds: fundsOf(account, board),
    orders: account.open.map((order) => orderFigures(order, board)).reverse(),
    notice: account.notice,
  })
  const frame: StampedPush<AccountPush> = { topic: ownTradesTopic, data, QuoteSeq: seq, Now: Date.now() }
  stream.write(encodeFrame(JSON.stringify(frame)))
}
