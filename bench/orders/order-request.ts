import { submit } from '#contract/calls/trading.ts'
import { formatDecimal } from '#core/money/decimal.ts'
import { pricedMarkets } from '#test/crash/load/price-pipe.ts'

/** Prices move by less. */
const deviation = 1000

const bodies = pricedMarkets.flatMap(({ id, centre, precision }) =>
  [1, 2].map((type) => {
    const seen = formatDecimal(centre, precision)
    const body = { type, forex_id: id, status: 1, cont: '0.01', multiple: '100', price: seen, deviation }
    const text = JSON.stringify(body)
    return `content-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n${text}`
  }),
)

/** A market order as the app sends it. The key is as long as its own are. */
export function orderRequest(token: string, run: string, number: number): string {
  const key = `${run}-${String(number).padStart(35 - run.length, '0')}`
  return `POST ${submit.path} HTTP/1.1\r\nHost: bench\r\nlang: en\r\nauthorization: ${token}\r\nidempotency-key: ${key}\r\n${bodies[number % bodies.length]}`
}
