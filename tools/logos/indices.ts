import {
  bauhinia,
  chinaRed,
  commonwealthStar,
  euroBlue,
  euroGold,
  navy,
  scarlet,
  southernCross,
  sunRed,
} from '#tools/logos/flags.ts'
import { lettering } from '#tools/logos/lettering.ts'
import { circle, cut, disc, path, placePath, rectangle, stars, svg } from '#tools/logos/svg.ts'

// The disc of an index: its number in the upper part, a symbol of the country below.

type Country = { readonly field: string; readonly ink: string; readonly motif: string }

const frenchBlue = '#1f3a93'

const america: Country = {
  field: '#2f3f86',
  ink: '#fff',
  motif:
    rectangle(0, 25, 40, 15, '#fff') +
    path('M0 25h40v2.8H0zM0 30.6h40v2.8H0zM0 36.2h40V40H0z', { fill: '#c62a3c' }),
}

const germany: Country = {
  field: '#23262b',
  ink: '#fff',
  motif: rectangle(0, 25, 40, 6, '#dd1f26') + rectangle(0, 31, 40, 9, '#ffce00'),
}

/** The lower half of the Union Jack. */
const britain: Country = {
  field: navy,
  ink: '#fff',
  motif:
    path('M0 40L18 28M40 40L22 28', { stroke: '#fff', 'stroke-width': 3 }) +
    path('M0 25h40v6.5H24V40H16V31.5H0z', { fill: '#fff' }) +
    path('M0 26.5h40V30H22.2V40H17.8V30H0z', { fill: scarlet }),
}

const france: Country = {
  field: frenchBlue,
  ink: '#fff',
  motif:
    rectangle(0, 25, 40, 15, '#fff') +
    rectangle(0, 26.5, 14, 14, frenchBlue) +
    rectangle(26, 26.5, 14, 14, '#e1263c'),
}

const europe: Country = { field: euroBlue, ink: '#fff', motif: path(bowOfStars(), { fill: euroGold }) }

const japan: Country = { field: '#fff', ink: sunRed, motif: circle(20, 36, 9.5, { fill: sunRed }) }

const hongKong: Country = {
  field: chinaRed,
  ink: '#fff',
  motif: bauhinia({ x: 20, y: 30.6, scale: 0.72 }),
}

const australia: Country = {
  field: navy,
  ink: '#fff',
  motif: path(
    placePath(southernCross(2.5), { x: 21.6, y: 30.2, scale: 0.74 }) +
      commonwealthStar({ x: 14, y: 30.2, radius: 5 }),
    { fill: '#fff' },
  ),
}

/** The lower five of the twelve stars of the European flag. */
function bowOfStars(): string {
  const bow = [-60, -30, 0, 30, 60].map((degrees) => {
    const angle = (degrees * Math.PI) / 180
    return { x: 20 + 14 * Math.sin(angle), y: 18.5 + 14 * Math.cos(angle), radius: 2.4 }
  })
  return stars(bow)
}

/** The number in the name of an index: how many shares it contains. */
const numbers: Readonly<Record<string, readonly [number: string, country: Country]>> = {
  US30: ['30', america],
  NAS100: ['100', america],
  SPX500: ['500', america],
  US2000: ['2000', america],
  GER40: ['40', germany],
  UK100: ['100', britain],
  FRA40: ['40', france],
  EUSTX50: ['50', europe],
  JPN225: ['225', japan],
  // The market code still contains the former number of shares, 33.
  HKG33: ['50', hongKong],
  AUS200: ['200', australia],
}

export const indices: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(numbers).map(([code, [number, country]]) => [code, badge(number, country)]),
)

function badge(number: string, { field, ink, motif }: Country): string {
  const size = number.length > 3 ? { height: 9.8, weight: 2.1 } : { height: 12, weight: 2.5 }
  return svg(
    cut('disc', disc(20, 20, 19), rectangle(0, 0, 40, 40, field) + motif),
    lettering({ text: number, x: 20, y: 15.4, ...size, colour: ink }),
  )
}
