/** The time that all processes of one machine share, in microseconds. */
export function nowMicros(): number {
  return Number(process.hrtime.bigint() / 1000n)
}

export const marketCodes = Array.from({ length: 60 }, (_, index) => `MARKET${index + 1}`)

const turnMs = 20
/** A server that cannot keep up leaves ticks out rather than falling behind for ever. */
const mostPerTurn = 60

/** Each market ticks so many times a second, evenly, and all of them evenly spread. */
export function startTicking(perSecond: number, tick: (marketIndex: number, atMicros: number) => void): void {
  const everyMicros = 1_000_000 / perSecond / marketCodes.length
  const startedAt = nowMicros()
  let next = 0
  setInterval(() => {
    const due = Math.floor((nowMicros() - startedAt) / everyMicros)
    next = Math.max(next, due - mostPerTurn)
    for (; next < due; next++) tick(next % marketCodes.length, nowMicros())
  }, turnMs)
}
