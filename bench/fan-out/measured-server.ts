// Code shared by both servers: handles the requests of the bench and reports CPU time and memory.

import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ServerRequest =
  | { readonly kind: 'tick'; readonly perSecond: number }
  | { readonly kind: 'mark' | 'read' | 'behind' }

export type ServerReading = {
  /** User and system CPU time of the process since the mark. */
  readonly cpuSeconds: number
  readonly seconds: number
  /** Memory in use after a garbage collection. */
  readonly memoryBytes: number
  /** Number of clients that are too slow to receive every flush. */
  readonly behind: number
}

export type MeasuredServer = {
  readonly http: Server
  readonly startTicking: (perSecond: number) => void
  readonly behind: () => number
}

export function handleRequests({ http, startTicking, behind }: MeasuredServer): void {
  let cpu = process.cpuUsage()
  let startedAt = performance.now()
  process.on('message', (message: ServerRequest) => {
    if (message.kind === 'tick') startTicking(message.perSecond)
    if (message.kind === 'mark') {
      cpu = process.cpuUsage()
      startedAt = performance.now()
    }
    process.send?.(message.kind === 'read' ? read() : { behind: behind() })
  })
  process.on('disconnect', () => process.exit())
  http.listen(0, '127.0.0.1', () => process.send?.({ port: (http.address() as AddressInfo).port }))

  function read(): ServerReading {
    const { user, system } = process.cpuUsage(cpu)
    const seconds = (performance.now() - startedAt) / 1000
    globalThis.gc?.()
    const { heapUsed, external } = process.memoryUsage()
    return {
      cpuSeconds: (user + system) / 1_000_000,
      seconds,
      memoryBytes: heapUsed + external,
      behind: behind(),
    }
  }
}
