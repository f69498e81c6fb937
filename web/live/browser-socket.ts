import type { LiveSocket } from '#web/live/connection.ts'

/** The `openSocket` of the real app. */
export function browserSocket(url: string): LiveSocket {
  return new WebSocket(url)
}
