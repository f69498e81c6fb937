// The served app with a replay feed: the test writes prices into the pipe that the server reads.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { join } from 'node:path'
import { type ServedApp, serveApp } from '#test/browser/served-app.ts'
import { type Environment, makeDataDir } from '#test/process/running-server.ts'

export type PricedApp = Pick<ServedApp, 'address' | 'databaseUrl' | 'stop'> & {
  /**
   * Writes a price, which opens a closed market. Stay within the jump limit (1 % forex, 3 % metals and indices, 10 %
   * others): a larger jump is held back for a second until it is confirmed.
   */
  readonly price: (code: string, bid: string, ask: string) => void
  readonly close: (code: string) => void
  readonly makeStale: (code: string) => void
  /** Kills the process, as a power cut would. */
  readonly kill: () => Promise<void>
  /** Restarts after a kill: same address, same data, same last prices. */
  readonly restart: () => Promise<void>
}

/** First prices. All other markets are closed and have no price. */
export const firstPrices = [
  ['EURUSD', '1.08420', '1.08428'],
  ['GBPUSD', '1.26904', '1.26912'],
  ['USDJPY', '154.281', '154.290'],
  ['XAUUSD', '2647.18', '2647.42'],
  ['AAPL', '228.01', '228.05'],
] as const

export async function servePricedApp(environment: Environment = {}): Promise<PricedApp> {
  const place = makeDataDir()
  const pipe = join(place.dir, 'prices')
  execFileSync('mkfifo', [pipe])
  const app = await serveApp({ ...environment, FEED: `replay:${pipe}` })
  const last = new Map<string, string>(firstPrices.map(([code, bid, ask]) => [code, `${bid},${ask}`]))
  let writer = await startFeed()

  /** Writes prices at time 0, which make the server ready. */
  async function startFeed(): Promise<WriteStream> {
    const begun = createWriteStream(pipe)
    // A killed server leaves the pipe without a reader.
    begun.on('error', () => undefined)
    await once(begun, 'open')
    begun.write(`code,time,bid,ask\n${[...last].map(([code, price]) => `${code},0,${price}\n`).join('')}`)
    while ((await fetch(`${app.address}/readyz`)).status !== 200) await new Promise(setImmediate)
    return begun
  }
  /** The timestamp is long past, so that each row plays at once. */
  function write(code: string, price: string): void {
    writer.write(`${code},1,${price}\n`)
  }
  return {
    address: app.address,
    databaseUrl: app.databaseUrl,
    price(code, bid, ask) {
      last.set(code, `${bid},${ask}`)
      write(code, `${bid},${ask}`)
    },
    close: (code) => write(code, ','),
    makeStale: (code) => write(code, 'stale,'),
    async kill() {
      await app.kill()
      writer.destroy()
    },
    async restart() {
      await app.restart()
      writer = await startFeed()
    },
    async stop() {
      writer.end()
      await app.stop()
      place.remove()
    },
  }
}
