import { type Currency, flags } from '#tools/logos/flags.ts'
import { cut, disc, group, short, svg } from '#tools/logos/svg.ts'

/** Quote currencies by base currency. */
const pairs: readonly (readonly [Currency, readonly Currency[]])[] = [
  ['EUR', ['USD', 'GBP', 'JPY', 'CHF', 'AUD', 'CAD']],
  ['GBP', ['USD', 'JPY', 'CHF', 'AUD']],
  ['USD', ['JPY', 'CHF', 'CAD', 'CNH', 'SGD', 'HKD', 'MXN', 'ZAR']],
  ['AUD', ['USD', 'JPY', 'CAD', 'NZD']],
  ['NZD', ['USD', 'JPY']],
  ['CAD', ['JPY']],
  ['CHF', ['JPY']],
]

const radius = 12
const front = 13
const back = 27
const gap = 1.6

export const currencyPairs: Readonly<Record<string, string>> = Object.fromEntries(
  pairs.flatMap(([base, quotes]) => quotes.map((quote) => [base + quote, pair(base, quote)])),
)

function pair(base: Currency, quote: Currency): string {
  return svg(
    cutFlag({ id: 'back', shape: crescent(), at: back, flag: flags[quote] }),
    cutFlag({ id: 'front', shape: disc(front, front, radius), at: front, flag: flags[base] }),
  )
}

type CutFlag = { readonly id: string; readonly shape: string; readonly at: number; readonly flag: string }

function cutFlag({ id, shape, at, flag }: CutFlag): string {
  return cut(id, shape, group({ transform: `translate(${at} ${at})` }, flag))
}

/** The part of the back disc that the front disc and the gap around it leave visible. The gap is transparent. */
function crescent(): string {
  const bite = radius + gap
  const distance = Math.hypot(back - front, back - front)
  const along = (distance ** 2 + bite ** 2 - radius ** 2) / (2 * distance)
  const across = Math.sqrt(bite ** 2 - along ** 2)
  const near = short(front + (along - across) / Math.SQRT2)
  const far = short(front + (along + across) / Math.SQRT2)
  return `M${far} ${near}A${radius} ${radius} 0 1 1 ${near} ${far}A${bite} ${bite} 0 0 0 ${far} ${near}z`
}
