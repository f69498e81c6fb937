import type { Market } from '#core/market/market.ts'
import { price } from '#core/money/amounts.ts'
import { createEventCounts } from '#test/trading-day/event-counts.ts'
import { makeRequest } from '#test/trading-day/scenario/make-request.ts'
import { createSeededRandom } from '#test/trading-day/scenario/seeded-random.ts'
import { createSideBySide } from '#test/trading-day/side-by-side.ts'
import type { RecordedTick } from '#tools/simulation/recorded-prices.ts'

export type Recorded = {
  readonly market: Market
  readonly ticks: readonly RecordedTick[]
  readonly seed: number
}

const traders = 5
const askedShare = 0.25

/** Runs recorded prices with generated traders on engine and oracle. Returns the counts of events. */
export async function runRecordedDay({
  market,
  ticks,
  seed,
}: Recorded): Promise<ReadonlyMap<string, number>> {
  const counts = createEventCounts()
  const random = createSeededRandom(seed)
  const markets = [market]
  const day = createSideBySide({ markets, feeMode: 'per_lot', counts })
  await day.start()
  await day.state(market.id, 'open')
  const users = Array.from({ length: traders }, (_, at) => ({ userId: at + 1, isDemo: true }))
  for (const asker of users) await day.register(asker, true)
  for (const tick of ticks) {
    await day.quote(market.id, pairOf(tick, market))
    const asker = random.pick(users)
    if (random.chance(askedShare))
      await day.submit(
        asker,
        makeRequest({ markets, board: day.board, tables: day.tables }, asker.userId, random),
      )
    day.compare()
  }
  await day.stop()
  return counts.all()
}

function pairOf({ bid, ask }: RecordedTick, { pricePrecision }: Market) {
  const steps = (decimal: number) => Math.round(decimal * 10 ** pricePrecision)
  return { bid: price(steps(bid)), ask: price(Math.max(steps(bid), steps(ask))) }
}
