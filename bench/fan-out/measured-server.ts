// What both servers of the comparison have in common: they are told what to do, and say what it cost.

import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ServerOrder =
  | { readonly order: 'tick'; readonly perSecond: number }
  | { readonly order: 'mark' | 'read' | 'behind' }

export type ServerReading = {
  /** Processor time since the mark, of the whole process and in the kernel on its behalf. */
  readonly cpuSeconds: number
  readonly seconds: number
  /** What is in use after a collection. */
  readonly memoryBytes: number
  /** How many clients are too slow to be sent everything. */
  readonly behind: number
}

export type MeasuredServer = {
  readonly http: Server
  readonly startTicking: (perSecond: number) => void
  readonly behind: () => number
}

export function obeyOrders({ http, startTicking, behind }: MeasuredServer): void {
  let cpu = process.cpuUsage()
  let startedAt = performance.now()
  process.on('message', (message: ServerOrder) => {
    if (message.order === 'tick') startTicking(message.perSecond)
    if (message.order === 'mark') {
      cpu = process.cpuUsage()
      startedAt = performance.now()
    }
    process.send?.(message.order === 'read' ? read() : { behind: behind() })
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
