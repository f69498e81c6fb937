// Flags as they look in a disc of radius 12 around the origin. What cannot be told apart at that size is left out; what
// a flag carries in its upper left is drawn nearer to its middle, because in a pair that part may be covered.
import { ringOfStars } from '#tools/logos/drawing/star.ts'
import { circle, path, rectangle } from '#tools/logos/drawing/svg.ts'
import { bauhinia } from '#tools/logos/flags/bauhinia.ts'
import { fiveStars } from '#tools/logos/flags/five-stars.ts'
import { chinaRed, euroBlue, euroGold, navy, sunRed } from '#tools/logos/flags/flag-colours.ts'
import { mapleLeaf } from '#tools/logos/flags/maple-leaf.ts'
import { mexicanArms } from '#tools/logos/flags/mexican-arms.ts'
import { singapore } from '#tools/logos/flags/singapore.ts'
import { southAfrica } from '#tools/logos/flags/south-africa.ts'
import { commonwealthStar, southernCross } from '#tools/logos/flags/southern-cross.ts'
import { starsAndStripes } from '#tools/logos/flags/stars-and-stripes.ts'
import { unionJack } from '#tools/logos/flags/union-jack.ts'

export type Currency = keyof typeof flags

const swissRed = '#da291c'
const canadianRed = '#d52b1e'
/** Each arm a sixth longer than it is wide. */
const swissCross = 'M-2.25-7.5h4.5v5.25h5.25v4.5h-5.25v5.25h-4.5v-5.25h-5.25v-4.5h5.25z'

export const flags = {
  EUR:
    field(euroBlue) +
    path(ringOfStars({ x: 0, y: 0, reach: 7.9, count: 12, radius: 1.7 }), { fill: euroGold }),
  USD: starsAndStripes,
  GBP: unionJack(),
  JPY: field('#fff') + circle(0, 0, 7.2, { fill: sunRed }),
  CHF: field(swissRed) + path(swissCross, { fill: '#fff' }),
  CAD: field('#fff') + sides(canadianRed, canadianRed, 6.4) + path(mapleLeaf, { fill: canadianRed }),
  AUD:
    blueEnsign() +
    path(southernCross(2.1) + commonwealthStar({ x: -5, y: 5.6, radius: 3.7 }), { fill: '#fff' }),
  NZD:
    blueEnsign() +
    path(southernCross(2.6, 'four'), { fill: '#fff' }) +
    path(southernCross(1.7, 'four'), { fill: '#e4002b' }),
  CNH: field(chinaRed) + path(fiveStars, { fill: '#ffde00' }),
  SGD: singapore,
  HKD: field(chinaRed) + bauhinia({}),
  MXN: field('#fff') + sides('#006847', '#ce1126', 4.6) + mexicanArms,
  ZAR: southAfrica,
}

function field(fill: string): string {
  return rectangle(-12, -12, 24, 24, fill)
}

/** Two upright bands, each from the edge to so far from the middle. */
function sides(left: string, right: string, from: number): string {
  return rectangle(-12, -12, 12 - from, 24, left) + rectangle(from, -12, 12 - from, 24, right)
}

function blueEnsign(): string {
  return field(navy) + unionJack({ x: -6, y: -6, scale: 0.5 })
}
