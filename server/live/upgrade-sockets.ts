import type { Duplex } from 'node:stream'
import type { Timers } from '#server/platform/timers.ts'

/**
 * TCP connections after an upgrade request, which the HTTP server no longer tracks. Their errors must not crash the
 * process, and a shutdown must close them.
 */
export function createUpgradeSockets(timers: Timers) {
  const open = new Set<Duplex>()

  function track(socket: Duplex): void {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
  }

  /** Closes both directions. Otherwise a client that keeps its side open would hold the connection. */
  function reject(socket: Duplex, status: string, headers: Readonly<Record<string, string>>): void {
    const lines = Object.entries({ connection: 'close', 'content-length': '0', ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    )
    socket.once('finish', () => socket.destroy())
    socket.end([`HTTP/1.1 ${status}`, ...lines, '', ''].join('\r\n'))
  }

  /** Resolves when all connections are closed. Destroys those still open after `graceMs`. */
  async function closeAll(graceMs: number): Promise<void> {
    const cancel = timers.after(graceMs, () => {
      for (const socket of open) socket.destroy()
    })
    await Promise.all([...open].map((socket) => new Promise((resolve) => socket.once('close', resolve))))
    cancel()
  }

  return { track, reject, closeAll }
}
