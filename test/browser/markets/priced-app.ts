// The served app with prices that the test writes, row by row, into the pipe the server reads them from.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { type ServedApp, serveApp } from '#test/browser/served-app.ts'
import { makeDataDir } from '#test/process/running-server.ts'

export type PricedApp = Pick<ServedApp, 'address' | 'stop'> & {
  /** A market is open from its first price on. */
  readonly price: (code: string, bid: string, ask: string) => void
  readonly close: (code: string) => void
  readonly makeStale: (code: string) => void
}

/** Every other market is closed and has never had a price. */
export const firstPrices = [
  ['EURUSD', '1.08420', '1.08428'],
  ['GBPUSD', '1.26904', '1.26912'],
  ['USDJPY', '154.281', '154.290'],
  ['XAUUSD', '2647.18', '2647.42'],
  ['AAPL', '228.01', '228.05'],
] as const

export async function servePricedApp(): Promise<PricedApp> {
  const place = makeDataDir()
  const pipe = join(place.dir, 'prices')
  execFileSync('mkfifo', [pipe])
  const app = await serveApp({ FEED: `replay:${pipe}` })
  const writer = createWriteStream(pipe)
  await once(writer, 'open')
  const write = (...rows: readonly string[]) => writer.write(`${rows.join('\n')}\n`)
  write('code,time,bid,ask', ...firstPrices.map(([code, bid, ask]) => `${code},0,${bid},${ask}`))
  while ((await fetch(`${app.address}/readyz`)).status !== 200) await new Promise(setImmediate)
  return {
    address: app.address,
    // Long overdue, so that each row plays as it arrives.
    price: (code, bid, ask) => write(`${code},1,${bid},${ask}`),
    close: (code) => write(`${code},1,,`),
    makeStale: (code) => write(`${code},1,stale,`),
    async stop() {
      writer.end()
      await app.stop()
      place.remove()
    },
  }
}
