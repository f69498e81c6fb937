// A real WebSocket server, and a live client connected to it.
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { type WebSocket as ServerSocket, WebSocketServer } from 'ws'
import { browserSocket } from '#browser/live/connection.ts'
import { createFakeTimers } from '#browser/platform/fake-timers.ts'
import { eventually } from '#test/eventually.ts'
import { createLive, type LiveParts } from '#web/live/live.ts'

export type Frame = {
  readonly cmd: string
  readonly topic?: string
  readonly token?: string
  readonly thread?: string
}

/** One client connection on the server, with the commands received except pings. */
export type ClientConnection = {
  readonly socket: ServerSocket
  readonly received: string[]
  pings: number
  closed: boolean
  readonly send: (frame: unknown) => void
}

/** Behaves like the real server by default. Tests replace single properties to inject faults. */
export type ServerBehaviour = {
  answersPings: boolean
  login: (token: string | undefined) => unknown
  sub: (topic: string | undefined) => readonly unknown[]
}

export async function startLiveServer(context: TestContext, port = 0) {
  const clients: ClientConnection[] = []
  const behaviour: ServerBehaviour = {
    answersPings: true,
    login: () => ({ cmd: 'login', code: 1 }),
    sub: (topic) => [{ cmd: 'sub', topic, code: 1 }],
  }
  const server = new WebSocketServer({ host: '127.0.0.1', port })
  server.on('connection', (socket) => clients.push(trackClient(socket, behaviour)))
  await new Promise<void>((listening, failed) => server.on('listening', listening).on('error', failed))
  const address = server.address() as AddressInfo
  const stop = () =>
    new Promise<void>((closed) => {
      for (const { socket } of clients) socket.terminate()
      server.close(() => closed())
    })
  context.after(stop)
  return { url: `ws://127.0.0.1:${address.port}/v1/ws`, port: address.port, clients, behaviour, stop }
}

function trackClient(socket: ServerSocket, behaviour: ServerBehaviour): ClientConnection {
  const send = (frame: unknown) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
  const client: ClientConnection = { socket, received: [], pings: 0, closed: false, send }
  socket.on('close', () => {
    client.closed = true
  })
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data)) as Frame
    if (frame.cmd === 'ping') client.pings += 1
    else
      client.received.push([frame.cmd, frame.topic ?? frame.token ?? frame.thread].filter(Boolean).join(' '))
    for (const answer of answersTo(frame, behaviour)) send(answer)
  })
  return client
}

function answersTo({ cmd, topic, token }: Frame, behaviour: ServerBehaviour): readonly unknown[] {
  if (cmd === 'ping') return behaviour.answersPings ? [{ cmd: 'pong' }] : []
  if (cmd === 'sub') return behaviour.sub(topic)
  const answer = cmd === 'login' ? behaviour.login(token) : undefined
  return answer === undefined ? [] : [answer]
}

/** A live client with fake timers and a fake session, which records errors and sockets. */
export function createLiveClient(context: TestContext, url: string, change: Partial<LiveParts> = {}) {
  const session = { token: undefined as string | undefined, endings: 0 }
  const timers = createFakeTimers()
  const errors: unknown[] = []
  const sockets: WebSocket[] = []
  const live = createLive({
    url: () => url,
    openSocket: (address) => {
      const socket = browserSocket(address) as WebSocket
      sockets.push(socket)
      return socket
    },
    timers,
    random: () => 0.5,
    token: () => session.token,
    sessionInvalid: () => {
      session.endings += 1
      session.token = undefined
      live.sessionChanged()
    },
    reportError: (error) => errors.push(error),
    ...change,
  })
  context.after(() => {
    live.stop()
    // Includes assertions that failed in a handler. A test that expects errors removes them from the list first.
    assert.deepEqual(errors, [])
  })
  const isUp = () => live.state.getSnapshot() === 'up'
  const start = async () => {
    live.ensureConnected()
    await eventually(isUp)
  }
  return {
    live,
    session,
    timers,
    errors,
    sockets,
    start,
    isUp,
    isDown: () => live.state.getSnapshot() === 'down',
  }
}

/** Waits for a ping and its pong. Frames keep their order, so all earlier commands and answers have arrived by then. */
export async function roundTrip(
  { live, timers }: Client,
  client: ClientConnection | undefined,
): Promise<void> {
  if (client === undefined) throw new Error('no client is connected')
  // The client sends its subscriptions in a microtask, which runs first.
  await Promise.resolve()
  const pings = client.pings
  const waiting = timers.pending().length
  live.wake()
  await eventually(() => client.pings > pings && timers.pending().length <= waiting)
}

type Client = Pick<ReturnType<typeof createLiveClient>, 'live' | 'timers'>
