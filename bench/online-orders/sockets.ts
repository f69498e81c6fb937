// Logged-in sockets of users, in their own process, so that their CPU time does not count as the server's.
import { connect, type Socket } from 'node:net'
import { masked, upgradeRequest } from '#bench/measuring/raw-socket.ts'
import { cmds, ownClosedTopic, ownOrdersTopic, ownTradesTopic } from '#contract/live.ts'

export type SocketsPlan = { readonly port: number; readonly tokens: readonly string[] }

/** Bytes that all sockets have received. */
export type SocketsReading = { readonly bytes: number }

/** Below the server's limit of sockets per address. Loopback has enough addresses. */
const socketsPerAddress = 40
const pauseMs = 5

const sockets: Socket[] = []
let bytes = 0

process.on('message', async (message: SocketsPlan | { readonly kind: 'read' }) => {
  if ('tokens' in message) await open(message)
  process.send?.({ bytes } satisfies SocketsReading)
})
process.on('disconnect', () => process.exit())

async function open({ port, tokens }: SocketsPlan): Promise<void> {
  for (const [index, token] of tokens.entries()) {
    const socket = await openSocket(port, `127.0.1.${1 + Math.floor(index / socketsPerAddress)}`)
    socket.write(masked({ cmd: cmds.login, token }))
    for (const topic of [ownTradesTopic, ownOrdersTopic, ownClosedTopic])
      socket.write(masked({ cmd: cmds.sub, topic }))
    sockets.push(socket)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

/** Resolves after the upgrade. Reads and discards everything. */
function openSocket(port: number, localAddress: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true })
  socket.write(upgradeRequest)
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('a socket was closed')))
    socket.once('data', (answer) => {
      if (!answer.toString('latin1').startsWith('HTTP/1.1 101')) {
        reject(new Error(answer.toString('latin1').slice(0, 100)))
        return
      }
      socket.on('data', (piece) => {
        bytes += piece.length
      })
      resolve(socket)
    })
  })
}
