/**
 * A real WebSocket server for the tests of this folder, and a live client wired to it. It holds no tests of its own; its
 * name puts it in the compiler's test world, which alone knows node.
 */
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { type WebSocket as ServerSocket, WebSocketServer } from 'ws'
import { browserSocket } from '#web/live/connection.ts'
import { createLive, type LiveParts } from '#web/live/live.ts'
import { eventually } from '#web/platform/eventually.test.ts'
import { createFakeTimers } from '#web/platform/fake-timers.ts'

export type Frame = { readonly cmd: string; readonly topic?: string; readonly token?: string }

/** One client as the server saw it: what it said, pings left out. */
export type ClientConnection = {
  readonly socket: ServerSocket
  readonly received: string[]
  pings: number
  closed: boolean
  readonly send: (frame: unknown) => void
}

/** Answers as the real server does; a test changes one of these to misbehave. */
export type ServerBehaviour = {
  answersPings: boolean
  login: (token: string | undefined) => unknown
  sub: (topic: string | undefined) => readonly unknown[]
}

export async function startLiveServer(context: TestContext, port = 0) {
  const visits: ClientConnection[] = []
  const manners: ServerBehaviour = {
    answersPings: true,
    login: () => ({ cmd: 'login', code: 1 }),
    sub: (topic) => [{ cmd: 'sub', topic, code: 1 }],
  }
  const server = new WebSocketServer({ host: '127.0.0.1', port })
  server.on('connection', (socket) => visits.push(visitOf(socket, manners)))
  await new Promise<void>((listening, failed) => server.on('listening', listening).on('error', failed))
  const address = server.address() as AddressInfo
  const stop = () =>
    new Promise<void>((closed) => {
      for (const { socket } of visits) socket.terminate()
      server.close(() => closed())
    })
  context.after(stop)
  return { url: `ws://127.0.0.1:${address.port}/v1/ws`, port: address.port, visits, manners, stop }
}

function visitOf(socket: ServerSocket, manners: ServerBehaviour): ClientConnection {
  const send = (frame: unknown) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
  const visit: ClientConnection = { socket, received: [], pings: 0, closed: false, send }
  socket.on('close', () => {
    visit.closed = true
  })
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data)) as Frame
    if (frame.cmd === 'ping') visit.pings += 1
    else visit.received.push([frame.cmd, frame.topic ?? frame.token].filter(Boolean).join(' '))
    for (const answer of answersTo(frame, manners)) send(answer)
  })
  return visit
}

function answersTo({ cmd, topic, token }: Frame, manners: ServerBehaviour): readonly unknown[] {
  if (cmd === 'ping') return manners.answersPings ? [{ cmd: 'pong' }] : []
  if (cmd === 'sub') return manners.sub(topic)
  const answer = cmd === 'login' ? manners.login(token) : undefined
  return answer === undefined ? [] : [answer]
}

/** A live client with its time, session and complaints in the test's hands. */
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
    // What a handler throws, a failed assertion too, ends up here; a test that expects some takes them out.
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

/** After it the server has heard all that was said before, and the client all answers: frames keep their order. */
export async function roundTrip(
  { live, timers }: Client,
  visit: ClientConnection | undefined,
): Promise<void> {
  if (visit === undefined) throw new Error('nobody is connected')
  // The microtask in which the client settles comes first.
  await Promise.resolve()
  const pings = visit.pings
  const waiting = timers.pending().length
  live.wake()
  await eventually(() => visit.pings > pings && timers.pending().length <= waiting)
}

type Client = Pick<ReturnType<typeof createLiveClient>, 'live' | 'timers'>
