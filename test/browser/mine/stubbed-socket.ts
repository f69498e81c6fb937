// A live connection for one page that says what the test says, to whoever has asked for it.
import type { Page, WebSocketRoute } from 'playwright-core'

export type StubbedSocket = {
  /** Resolves once the page has asked for the topic and was told. */
  readonly push: (topic: string, data: unknown) => Promise<void>
  /** The line breaks; the page comes again by itself, unless there is none any more. */
  readonly cut: (wish?: { readonly forGood: true }) => Promise<void>
}

type Line = { readonly socket: WebSocketRoute; readonly topics: Set<string> }

export async function stubSocket(page: Page): Promise<StubbedSocket> {
  let line: Line | undefined
  let isGone = false
  let waiting: { readonly topic: string; readonly go: () => void }[] = []

  function hear({ socket, topics }: Line, text: string): void {
    const { cmd, topic } = JSON.parse(text)
    if (cmd === 'ping') socket.send(JSON.stringify({ cmd: 'pong' }))
    if (cmd === 'login' || cmd === 'sub') socket.send(JSON.stringify({ cmd, topic, code: 1 }))
    if (cmd === 'unsub') topics.delete(topic)
    if (cmd !== 'sub') return
    topics.add(topic)
    for (const one of waiting) if (one.topic === topic) one.go()
    waiting = waiting.filter((one) => one.topic !== topic)
  }
  await page.routeWebSocket(/\/v1\/ws/, (socket) => {
    if (isGone) return void socket.close()
    const opened = { socket, topics: new Set<string>() }
    line = opened
    socket.onMessage((text) => hear(opened, String(text)))
  })
  return {
    async push(topic, data) {
      if (!line?.topics.has(topic)) await new Promise<void>((go) => waiting.push({ topic, go }))
      line?.socket.send(JSON.stringify({ topic, data }))
    },
    async cut(wish) {
      isGone = wish?.forGood === true
      const { socket } = line ?? {}
      line = undefined
      await socket?.close()
    },
  }
}
