import { cut, disc } from '#tools/logos/drawing/cut.ts'
import { lettering } from '#tools/logos/drawing/lettering.ts'
import { rectangle, svg } from '#tools/logos/drawing/svg.ts'
import {
  america,
  australia,
  britain,
  type Country,
  europe,
  france,
  germany,
  hongKong,
  japan,
} from '#tools/logos/families/index-countries.ts'

/** The number an index is known by: how many shares it counts. */
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
  // Its code is older than its size.
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
