import { circle, type Place, path, placePath, rectangle, ringOfStars, star, stars } from '#tools/logos/svg.ts'

// Flags in a disc of radius 12 around the origin. Details too small for that size are omitted. Emblems in the upper
// left are drawn nearer to the middle, because in a pair the other flag may cover that corner.

export const navy = '#0c2c83'
export const scarlet = '#c8102e'
export const euroBlue = '#0b3fa8'
export const euroGold = '#fc0'
export const chinaRed = '#de2910'
export const sunRed = '#bc002d'

const red = '#b22234'
const blue = '#3c3b6e'
const rows = [
  { x: -6.6, y: -7.4 },
  { x: -2.4, y: -7.4 },
  { x: -8.6, y: -4.2 },
  { x: -4.5, y: -4.2 },
  { x: -6.6, y: -1 },
  { x: -2.4, y: -1 },
]

/** Seven stripes instead of thirteen, six stars instead of fifty. */
const starsAndStripes = [
  rectangle(-12, -12, 24, 24, '#fff'),
  path('M-12-12h24v3.43h-24zM-12-5.14h24v3.43h-24zM-12 1.71h24v3.43h-24zM-12 8.57h24v3.43h-24z', {
    fill: red,
  }),
  rectangle(-12, -12, 12, 13.71, blue),
  path(stars(rows.map((at) => ({ ...at, radius: 1.3 }))), { fill: '#fff' }),
].join('')

const half = 12
// Proportions of the real flag, whose height is 30: white cross 10, red cross 6, white saltire 6, red saltire 2.
// The saltire is measured along the edge of the square.
const whiteCross = 4
const redCross = 2.4
const whiteSaltire = 3.4
const redSaltire = 2.3

/** A square Union Jack, 24 wide and centred on the origin by default. */
function unionJack(place: Place = {}): string {
  const draw = (d: string, fill: string) => path(placePath(d, place), { fill })
  return [
    draw(box(half, half), navy),
    draw(saltire() + cross(whiteCross), '#fff'),
    draw(pinwheel() + cross(redCross), scarlet),
  ].join('')
}

function box(x: number, y: number): string {
  return `M${-x} ${-y}L${x} ${-y}L${x} ${y}L${-x} ${y}Z`
}

function cross(arm: number): string {
  return box(arm, half) + box(half, arm)
}

function saltire(): string {
  const near = half - whiteSaltire
  const down = `M${-half} ${-half}L${-near} ${-half}L${half} ${near}L${half} ${half}L${near} ${half}L${-half} ${-near}Z`
  return down + placePath(down, { turn: 90 })
}

/** The red saltire. Each arm lies on one side of its diagonal, in rotational symmetry, and the arms do not meet. */
function pinwheel(): string {
  const arm = `M${-half} ${-half}L0 0L0 ${redSaltire}L${-half} ${redSaltire - half}Z`
  return [0, 90, 180, 270].map((turn) => placePath(arm, { turn })).join('')
}

/** A maple leaf of eleven points and straight lines. */
const mapleLeaf =
  'M0-6.8L1.4-4.2 2.8-5 2.2-1.6 4-3.4 4.5-2.3 6.3-2.6 5.7-.8 6.6 0 3.5 2.7 3.9 4 .5 3.4V6.6H-.5V3.4L-3.9 4-3.5 2.7-6.6 0-5.7-.8-6.3-2.6-4.5-2.3-4-3.4-2.2-1.6-2.8-5-1.4-4.2z'

const four = [
  { x: 5.4, y: -7.2 },
  { x: 2.6, y: -0.9 },
  { x: 8.8, y: -2.6 },
  { x: 5.4, y: 7 },
]
const fifth = { x: 7.4, y: 1.6 }

/** Southern Cross. Australia's has seven-pointed stars and a small fifth one, New Zealand's four five-pointed stars. */
export function southernCross(radius: number, kind: 'five' | 'four' = 'five'): string {
  if (kind === 'four') return stars(four.map((at) => ({ ...at, radius })))
  return (
    four.map((at) => commonwealthStar({ ...at, radius })).join('') + star({ ...fifth, radius: radius * 0.6 })
  )
}

export function commonwealthStar(at: {
  readonly x: number
  readonly y: number
  readonly radius: number
}): string {
  return star({ ...at, points: 7 })
}

const small = [
  { x: 5.4, y: -7.3, turn: 20 },
  { x: 8.2, y: -3.6, turn: 45 },
  { x: 8.2, y: 0.9, turn: 0 },
  { x: 5.4, y: 4.6, turn: 20 },
]

/** Stars of the Chinese flag: a large one, and four in an arc beside it. */
const fiveStars = star({ x: -1.4, y: -1.2, radius: 4.7 }) + stars(small.map((at) => ({ ...at, radius: 1.7 })))

const crescent = 'M2.6-9.3A3.9 3.9 0 1 0 2.6-1.9A4.6 4.6 0 0 1 2.6-9.3Z'

const singapore = [
  rectangle(-12, -12, 24, 12, '#ee2536'),
  rectangle(-12, 0, 24, 12, '#fff'),
  path(crescent + ringOfStars({ x: 5.5, y: -5.6, reach: 2.5, count: 5, radius: 1.25 }), { fill: '#fff' }),
].join('')

const petal = 'M0 -.7C-3.6 -1.9 -4.5 -5.9 -1 -8.6C-.9 -7.6 .2 -7 1.2 -7.3C3 -5.2 2.4 -2 0 -.7Z'

/** The flower of Hong Kong's flag: five curved petals, 17 wide before scaling. */
export function bauhinia(place: Omit<Place, 'turn'>): string {
  const petals = [0, 72, 144, 216, 288].map((turn) => placePath(placePath(petal, { turn }), place))
  return path(petals.join(''), { fill: '#fff' })
}

const eagle = 'M-2.9-2.7C-1.3-2.7-.3-1.9 0-.8.3-1.9 1.3-2.7 2.9-2.7 3.1-.9 2 .9 0 1.7-2 .9-3.1-.9-2.9-2.7z'

/** The eagle of Mexico, drawn as two wings and a head over a green wreath. More detail would blur. */
const mexicanArms = [
  path('M-3.2 1.5A3.7 3.7 0 0 0 3.2 1.5', {
    fill: 'none',
    stroke: '#4f8a3a',
    'stroke-width': 1.1,
    'stroke-linecap': 'round',
  }),
  path(eagle, { fill: '#8a5a2b' }),
  circle(0, -2.4, 1, { fill: '#8a5a2b' }),
].join('')

const y = 'M-14-14L0 0-14 14M0 0H13'

/** The green Y lies over red and blue. Its edge is white, and gold beside the black triangle. */
const southAfrica = [
  rectangle(-12, -12, 24, 12, '#e03c31'),
  rectangle(-12, 0, 24, 12, '#0b24a0'),
  path(y, { fill: 'none', stroke: '#fff', 'stroke-width': 8 }),
  path('M-14-14L0 0-14 14z', { fill: '#ffb81c' }),
  path(y, { fill: 'none', stroke: '#007749', 'stroke-width': 4.8 }),
  path('M-12-6.3L-5.7 0-12 6.3z', { fill: '#111' }),
].join('')

export type Currency = keyof typeof flags

const swissRed = '#da291c'
const canadianRed = '#d52b1e'
/** Each arm is a sixth longer than wide. */
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

/** Two vertical bands from the edges inward. */
function sides(left: string, right: string, from: number): string {
  return rectangle(-12, -12, 12 - from, 24, left) + rectangle(from, -12, 12 - from, 24, right)
}

function blueEnsign(): string {
  return field(navy) + unionJack({ x: -6, y: -6, scale: 0.5 })
}
