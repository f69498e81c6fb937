/** Chart periods as named on the wire, shortest first. */
export const periods = ['1min', '5min', '15min', '30min', '60min', '1day'] as const

export type Period = (typeof periods)[number]

export const minuteMs = 60_000
export const dayMs = 86_400_000

const lengthsMs: Readonly<Record<Period, number>> = {
  '1min': minuteMs,
  '5min': 5 * minuteMs,
  '15min': 15 * minuteMs,
  '30min': 30 * minuteMs,
  '60min': 60 * minuteMs,
  '1day': dayMs,
}

export function periodMs(period: Period): number {
  return lengthsMs[period]
}

/** Start of the candle that contains this time. Daily candles follow the UTC day. */
export function candleStart(timeMs: number, period: Period): number {
  return timeMs - (timeMs % lengthsMs[period])
}

export function isPeriod(text: string): text is Period {
  return (periods as readonly string[]).includes(text)
}
