// Writes prices into the named pipe that the server replays as its feed.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, rmSync, type WriteStream } from 'node:fs'
import { formatDecimal } from '#core/money/decimal.ts'
import type { SeededRandom } from '#test/trading-day/scenario/seeded-random.ts'

export type PricedMarket = {
  readonly code: string
  readonly id: number
  readonly precision: number
  /** First price, in steps. Later prices stay within `widest` steps of it. */
  readonly centre: number
}

export const pricedMarkets: readonly PricedMarket[] = [
  { code: 'EURUSD', id: 101, precision: 5, centre: 114_500 },
  { code: 'USDJPY', id: 103, precision: 3, centre: 160_500 },
  { code: 'XAUUSD', id: 301, precision: 2, centre: 420_000 },
]

export type PricePipe = {
  readonly file: string
  /** Creates a new pipe under the same name for the next server. Prices go to the old pipe until `begin`. */
  readonly renew: () => void
  /** Writes the first prices once a server has opened the pipe. */
  readonly begin: () => Promise<void>
  /** Moves one market by a few steps. */
  readonly move: () => void
  /** Quotes this market at this mid price, in steps. The next `move` brings it back near its centre. */
  readonly set: (market: PricedMarket, middle: number) => void
  /** Mid price in steps. */
  readonly middle: (market: PricedMarket) => number
  readonly end: () => void
}

const widest = 60
const halfSpread = 3
const largestMove = 9

export function createPricePipe(file: string, random: SeededRandom): PricePipe {
  const middles = new Map(pricedMarkets.map((market) => [market.code, market.centre]))
  let writer: WriteStream | undefined

  const middle = ({ code, centre }: PricedMarket) => middles.get(code) ?? centre
  function rowOf(market: PricedMarket, time: number): string {
    const bid = formatDecimal(middle(market) - halfSpread, market.precision)
    const ask = formatDecimal(middle(market) + halfSpread, market.precision)
    return `${market.code},${time},${bid},${ask}\n`
  }
  function set(market: PricedMarket, price: number): void {
    middles.set(market.code, price)
    if (writer?.writable === true) writer.write(rowOf(market, 1))
  }
  function end(): void {
    writer?.destroy()
    writer = undefined
  }
  return {
    file,
    renew() {
      rmSync(file, { force: true })
      execFileSync('mkfifo', [file])
    },
    async begin() {
      end()
      const opened = createWriteStream(file)
      // Writing fails after the server has been killed, which is expected.
      opened.on('error', () => undefined)
      await once(opened, 'open')
      opened.write('code,time,bid,ask\n')
      // A row of a later time tells the feed that the rows of time 0 are complete.
      for (const time of [0, 1]) for (const market of pricedMarkets) opened.write(rowOf(market, time))
      writer = opened
    },
    move() {
      const market = random.pick(pricedMarkets)
      const moved = middle(market) + random.between(-largestMove, largestMove)
      set(market, Math.min(market.centre + widest, Math.max(market.centre - widest, moved)))
    },
    set,
    middle,
    end,
  }
}
