// Proxy between a server and PostgreSQL. It can delay a statement or cut the connection.
import { once } from 'node:events'
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/**
 * `before`: the statement never arrives. `during`: the whole statement is forwarded and the connection cut at once.
 * `after`: the statement was executed, but the answer is lost.
 */
export type CutWhen = 'before' | 'during' | 'after'

export type CuttingProxy = {
  readonly port: number
  /** Cuts the next session that sends this text. Resolves after the cut. */
  readonly cutNext: (text: string, when: CutWhen) => Promise<void>
  /** Delays the next session that sends this text until `release`. */
  readonly holdNext: (text: string) => HeldStatement
  /** Delays every session that sends this text until `release`. Those that the server has given up arrive late. */
  readonly holdAll: (text: string) => HeldStatement
  readonly stop: () => Promise<void>
}

export type HeldStatement = { readonly reached: Promise<void>; readonly release: () => void }

type Session = { readonly client: Socket; readonly database: Socket }
type Plan = { readonly text: string; readonly carryOut: (session: Session, piece: Buffer) => void }

/** Protocol messages: Sync from the client, and ReadyForQuery (idle) from PostgreSQL. */
const sync = Buffer.from([0x53, 0, 0, 0, 4])
const ready = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])

export async function startCuttingProxy(target: NetConnectOpts): Promise<CuttingProxy> {
  let plan: Plan | undefined
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const database = connect(target)
    for (const socket of [client, database]) keep(socket)
    client.on('close', () => database.destroy())
    database.on('close', () => client.destroy())
    database.on('data', (piece) => client.write(piece))
    watch({ client, database })
  })

  /** Forwards everything a client sends, up to the text of the plan. */
  function watch(session: Session): void {
    const { client, database } = session
    client.on('data', (piece) => {
      const asked = plan !== undefined && piece.includes(plan.text) ? plan : undefined
      if (asked === undefined) return void database.write(piece)
      plan = undefined
      client.removeAllListeners('data')
      asked.carryOut(session, piece)
    })
  }

  function hold(text: string, onHeld: (plan: Plan) => void): HeldStatement {
    const reached = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const held: Plan = {
      text,
      carryOut(session, piece) {
        session.client.pause()
        reached.resolve()
        onHeld(held)
        void release.promise.then(() => {
          session.database.write(piece)
          watch(session)
          session.client.resume()
        })
      },
    }
    plan = held
    return { reached: reached.promise, release: release.resolve }
  }

  function keep(socket: Socket): void {
    sockets.add(socket)
    // Errors need no handling: the socket closes, and its close handler closes the other socket.
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as { readonly port: number }).port,
    cutNext(text, when) {
      const { promise, resolve } = Promise.withResolvers<void>()
      plan = { text, carryOut: (session, piece) => cut(session, piece, when, resolve) }
      return promise
    },
    holdNext: (text) => hold(text, () => undefined),
    holdAll(text) {
      const { reached, release } = hold(text, (again) => {
        plan = again
      })
      return {
        reached,
        release() {
          plan = undefined
          release()
        },
      }
    },
    async stop() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}

function cut(session: Session, piece: Buffer, when: CutWhen, done: () => void): void {
  const { client, database } = session
  const part = () => {
    client.destroy()
    database.destroy()
    done()
  }
  if (when === 'before') part()
  else if (when === 'during') partWhenSent(session, piece, done)
  else {
    database.removeAllListeners('data').on('data', (reply) => {
      if (endsWith(reply, ready)) part()
    })
    client.on('data', (more) => void database.write(more))
    database.write(piece)
  }
}

/** Cuts after the last piece of the statement, which ends with Sync. A statement may arrive in several pieces. */
function partWhenSent({ client, database }: Session, first: Buffer, done: () => void): void {
  function handOn(piece: Buffer): void {
    database.write(piece)
    if (!endsWith(piece, sync)) return
    // `end` waits until all data is sent, and `destroy` would not.
    database.end(() => database.destroy())
    client.destroy()
    done()
  }
  client.on('data', handOn)
  handOn(first)
}

function endsWith(piece: Buffer, end: Buffer): boolean {
  return piece.subarray(-end.length).equals(end)
}
