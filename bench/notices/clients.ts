// Logged-in sockets of users, in their own process, so that their CPU time does not count as the server's.
import { WebSocket } from 'ws'
import {
  type AccountPush,
  cmds,
  type NoticePush,
  ownNoticesTopic,
  ownTradesTopic,
  type PushFrame,
  socketPath,
} from '#contract/live.ts'

export type ClientRequest =
  | { readonly kind: 'open'; readonly port: number; readonly tokens: readonly string[] }
  | { readonly kind: 'take' }

/** The first push of a margin call to one socket, on either topic. Both times are those of the machine's clock. */
export type Arrival = {
  readonly topic: 'notice' | 'figures'
  readonly socket: number
  readonly decidedMs: number
  readonly arrivedMs: number
}

/** Below the server's limit of sockets per address. Loopback has enough addresses. */
const socketsPerAddress = 40
/** A client that sends nothing for two minutes is disconnected. */
const pingEveryMs = 30_000

let arrivals: Arrival[] = []

process.on('message', async (message: ClientRequest) => {
  if (message.kind === 'open') await open(message.port, message.tokens)
  const taken = arrivals
  arrivals = []
  process.send?.(taken)
})
process.on('disconnect', () => process.exit())

async function open(port: number, tokens: readonly string[]): Promise<void> {
  for (const [index, token] of tokens.entries()) {
    const localAddress = `127.0.1.${1 + Math.floor(index / socketsPerAddress)}`
    await openSocket(new WebSocket(`ws://127.0.0.1:${port}${socketPath}`, { localAddress }), index, token)
  }
}

/** Resolves with the snapshot of the notices: from then on they are pushed. */
function openSocket(client: WebSocket, socket: number, token: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let seenCallId = 0
  const record = (topic: Arrival['topic'], decidedAt: string, arrivedMs: number) =>
    void arrivals.push({ topic, socket, decidedMs: Date.parse(decidedAt), arrivedMs })

  client.on('open', () => {
    client.send(JSON.stringify({ cmd: cmds.login, token }))
    for (const topic of [ownTradesTopic, ownNoticesTopic])
      client.send(JSON.stringify({ cmd: cmds.sub, topic }))
    setInterval(() => client.send(JSON.stringify({ cmd: cmds.ping })), pingEveryMs)
  })
  client.on('error', reject)
  client.on('close', () => {
    throw new Error('a socket was closed')
  })
  client.on('message', (data: Buffer) => {
    const arrivedMs = Date.now()
    const text = data.toString()
    // Most pushes have no margin call. Decoding them would take the CPU time of the server.
    if (text.includes('"Notice":null')) return
    const { topic, data: push, snapshot } = JSON.parse(text) as PushFrame<AccountPush | NoticePush>
    if (topic === ownNoticesTopic && snapshot === true) resolve()
    if (push === undefined) return
    if ('Notices' in push)
      for (const { kind, created_at } of push.Notices ?? [])
        if (kind === 'margin_call') record('notice', created_at, arrivedMs)
    if ('Notice' in push && push.Notice !== null && push.Notice.Id > seenCallId) {
      seenCallId = push.Notice.Id
      record('figures', push.Notice.CreatedAt, arrivedMs)
    }
  })
  return promise
}
