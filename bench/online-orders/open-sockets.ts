import { startProcess } from '#bench/measuring/child-process.ts'
import type { SocketsPlan, SocketsReading } from '#bench/online-orders/sockets.ts'

export type OpenSockets = {
  /** Bytes that all sockets have received. */
  readonly bytes: () => Promise<number>
  readonly close: () => Promise<void>
}

/** Opens a logged-in socket for each token, in a process of its own. */
export async function openSockets(plan: SocketsPlan): Promise<OpenSockets> {
  const sockets = startProcess<SocketsPlan | { readonly kind: 'read' }>('#bench/online-orders/sockets.ts')
  await sockets.request<SocketsReading>(plan)
  return {
    bytes: async () => (await sockets.request<SocketsReading>({ kind: 'read' })).bytes,
    close: sockets.stop,
  }
}
