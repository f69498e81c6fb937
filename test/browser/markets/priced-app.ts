// The served app with prices that the test writes, row by row, into the pipe the server reads them from.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { join } from 'node:path'
import { type ServedApp, serveApp } from '#test/browser/served-app.ts'
import { makeDataDir } from '#test/process/running-server.ts'

export type PricedApp = Pick<ServedApp, 'address' | 'databaseUrl' | 'stop'> & {
  /**
   * A market is open from its first price on. Stay within its limit (1 % forex, 3 % metals and indices, 10 % others): a
   * longer jump is held back, and its confirmation takes a second.
   */
  readonly price: (code: string, bid: string, ask: string) => void
  readonly close: (code: string) => void
  readonly makeStale: (code: string) => void
  /** Ends it at once, as a power cut would. */
  readonly kill: () => Promise<void>
  /** After a kill: at the same address, on the same data, with the last prices there were. */
  readonly startAgain: () => Promise<void>
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
  const last = new Map<string, string>(firstPrices.map(([code, bid, ask]) => [code, `${bid},${ask}`]))
  let writer = await beginPrices()

  /** What is there at time 0 makes the server ready. */
  async function beginPrices(): Promise<WriteStream> {
    const begun = createWriteStream(pipe)
    // A server that is killed leaves nobody to read them.
    begun.on('error', () => undefined)
    await once(begun, 'open')
    begun.write(`code,time,bid,ask\n${[...last].map(([code, price]) => `${code},0,${price}\n`).join('')}`)
    while ((await fetch(`${app.address}/readyz`)).status !== 200) await new Promise(setImmediate)
    return begun
  }
  /** Long overdue, so that each row plays as it arrives. */
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
    async startAgain() {
      await app.startAgain()
      writer = await beginPrices()
    },
    async stop() {
      writer.end()
      await app.stop()
      place.remove()
    },
  }
}
