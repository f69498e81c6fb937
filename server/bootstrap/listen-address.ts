import { lookup } from 'node:dns/promises'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { isLoopback } from '#server/bootstrap/config.ts'
import type { WebServer } from '#server/gateway/gateway.ts'
import { StartFailure } from '#server/platform/start-failure.ts'

type ListenAddress = { readonly host: string; readonly port: number }

/**
 * Connections that the kernel completes before the server accepts them. Node's default of 511 overflows when many phones
 * reconnect at once. Linux limits it to `net.core.somaxconn`.
 */
const listenBacklog = 4096

/**
 * Listens on one address: the first that the host name stands for, IPv4 before IPv6. Given `localhost`, Fastify would
 * open a second server on the other address, without our connection limit and our answers to malformed requests.
 */
export async function listenOn(app: WebServer, { host, port }: ListenAddress): Promise<void> {
  try {
    const { address } = await lookup(host, { order: 'ipv4first' })
    if (isLoopback(host) && !isLoopback(address)) throw notLoopback(host, address)
    await app.listen({ host: address, port, backlog: listenBacklog })
  } catch (fault) {
    throw listenFailure({ host, port }, fault)
  }
}

/** What is allowed on a loopback host must not be allowed because of its name alone. */
function notLoopback(host: string, address: string): StartFailure {
  return new StartFailure(
    `HOST ${host} stands for ${address} here, which other machines can reach: set HOST to 127.0.0.1 or to that address.`,
  )
}

/** Turns a listen error into a sentence that says what to do. */
function listenFailure({ host, port }: ListenAddress, fault: unknown): unknown {
  const code = fault instanceof Error && 'code' in fault ? fault.code : undefined
  if (code === 'EADDRINUSE') {
    return new StartFailure(
      `Port ${port} is in use by another program: stop that program, or set PORT to a free port.`,
    )
  }
  if (code === 'EACCES') {
    return new StartFailure(`This user may not listen on port ${port}: set PORT to a number above 1023.`)
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new StartFailure(
      `HOST ${host} is not an address of this machine: set HOST to one of its addresses.`,
    )
  }
  return fault
}

/** The startup message with the addresses to open, one for each interface. */
export function readyMessage(host: string, bound: string | AddressInfo | null): string {
  const port = typeof bound === 'object' && bound !== null ? bound.port : ''
  const lines = hostsOf(host).map((name) => `  http://${name}:${port}/`)
  const [first = ''] = hostsOf(host)
  return `\nOpenlot is ready\n${lines.join('\n')}\n  console:  http://${first}:${port}/desk\n  API docs: http://${first}:${port}/api/docs\n\n`
}

function hostsOf(host: string): readonly string[] {
  if (host !== '0.0.0.0' && host !== '::') return [host.includes(':') ? `[${host}]` : host]
  const own = Object.values(networkInterfaces())
    .flat()
    .filter((address) => address?.family === 'IPv4')
    .map((address) => address?.address ?? '')
  return own.length === 0 ? ['127.0.0.1'] : own
}
