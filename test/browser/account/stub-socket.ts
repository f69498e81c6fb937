// A live connection of one page, controlled by the test.
import type { Page, WebSocketRoute } from 'playwright-core'
import { dayMarketTopic, type QuoteRow } from '#contract/live.ts'

export type StubbedSocket = {
  /** Waits for the page to subscribe to the topic, then sends the data. */
  readonly push: (topic: string, data: unknown) => Promise<void>
  /**
   * Closes the socket. With `forGood` every reconnect fails. With `withoutQuotes` the next connections get no snapshot
   * of quotes, only pushed quotes.
   */
  readonly cut: (options?: CutOptions) => Promise<void>
  /** The last pushed quote of each market. */
  readonly quotes: ReadonlyMap<number, QuoteRow>
}

export type CutOptions = { readonly forGood?: true; readonly withoutQuotes?: true }

type Connection = { readonly socket: WebSocketRoute; readonly topics: Set<string> }

export async function stubSocket(page: Page): Promise<StubbedSocket> {
  let connection: Connection | undefined
  let isDown = false
  let hasQuotes = true
  const quotes = new Map<number, QuoteRow>()
  let waiting: { readonly topic: string; readonly go: () => void }[] = []

  function receive({ socket, topics }: Connection, text: string): void {
    const { cmd, topic } = JSON.parse(text)
    if (cmd === 'ping') socket.send(JSON.stringify({ cmd: 'pong' }))
    if (cmd === 'login' || cmd === 'sub') socket.send(JSON.stringify({ cmd, topic, code: 1 }))
    if (cmd === 'unsub') topics.delete(topic)
    if (cmd !== 'sub') return
    topics.add(topic)
    if (topic === dayMarketTopic && hasQuotes) socket.send(firstQuotes())
    for (const one of waiting) if (one.topic === topic) one.go()
    waiting = waiting.filter((one) => one.topic !== topic)
  }
  await page.routeWebSocket(/\/v1\/ws/, (socket) => {
    if (isDown) return void socket.close()
    const opened = { socket, topics: new Set<string>() }
    connection = opened
    socket.onMessage((text) => receive(opened, String(text)))
  })
  return {
    quotes,
    async push(topic, data) {
      if (!connection?.topics.has(topic)) await new Promise<void>((go) => waiting.push({ topic, go }))
      if (topic === dayMarketTopic) for (const row of data as readonly QuoteRow[]) quotes.set(row.Id, row)
      connection?.socket.send(JSON.stringify({ topic, data }))
    },
    async cut(options) {
      isDown = options?.forGood === true
      hasQuotes = options?.withoutQuotes !== true
      const { socket } = connection ?? {}
      connection = undefined
      await socket?.close()
    },
  }
}

/** An empty first snapshot of `DAY_MARKET`. It tells the page that its prices are current, and changes none of them. */
export function firstQuotes(): string {
  return JSON.stringify({ topic: dayMarketTopic, data: [], snapshot: true })
}
