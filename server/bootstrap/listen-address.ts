import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { StartFailure } from '#server/platform/start-failure.ts'

type ListenAddress = { readonly host: string; readonly port: number }

/** Turns a listen error into a sentence that says what to do. */
export function listenFailure({ host, port }: ListenAddress, fault: unknown): unknown {
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
