// Baseline: sends every tick to every client immediately, as JSON.
import { createServer } from 'node:http'
import { WebSocket, WebSocketServer } from 'ws'
import { handleRequests } from '#bench/fan-out/measured-server.ts'
import { createTickingMarkets, marketCodes, startTicking } from '#bench/fan-out/ticking-markets.ts'
import { dayMarketTopic } from '#contract/live.ts'
import { quoteRowOf } from '#contract/market-wire.ts'

const http = createServer()
const server = new WebSocketServer({ server: http })
const { tick } = createTickingMarkets(marketCodes)

/** Encodes each tick once, not once per client, to keep the comparison fair. */
function broadcast(marketIndex: number, atMicros: number): void {
  const view = tick(marketIndex, atMicros)
  const stamp = { QuoteSeq: view.quote?.seq ?? 0, Now: Date.now() }
  const text = JSON.stringify({ topic: dayMarketTopic, data: [quoteRowOf(view)], ...stamp })
  for (const client of server.clients) if (client.readyState === WebSocket.OPEN) client.send(text)
}

handleRequests({
  http,
  startTicking: (perSecond) => startTicking(perSecond, broadcast),
  behind: () => 0,
})
