import type { Duplex } from 'node:stream'
import type { Timers } from '#server/platform/timers.ts'

/**
 * The connections that asked to become sockets. HTTP has let go of them by then, so they are watched here: none may
 * bring the process down with an error nobody hears, and none may outlive a stop.
 */
export function createUpgradeSockets(timers: Timers) {
  const open = new Set<Duplex>()

  function take(socket: Duplex): void {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
  }

  /** Says no and closes both ways: a client that never closes its own side would keep the connection for ever. */
  function refuse(socket: Duplex, status: string): void {
    socket.once('finish', () => socket.destroy())
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  }

  /** Resolves when none is left; after the time of grace they are cut off. */
  async function closeAll(graceMs: number): Promise<void> {
    const cancel = timers.after(graceMs, () => {
      for (const socket of open) socket.destroy()
    })
    await Promise.all([...open].map((socket) => new Promise((resolve) => socket.once('close', resolve))))
    cancel()
  }

  return { take, refuse, closeAll }
}
