import { stars } from '#tools/logos/drawing/star.ts'
import { path, rectangle } from '#tools/logos/drawing/svg.ts'

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

/** Seven stripes where there are thirteen, six stars where there are fifty. */
export const starsAndStripes = [
  rectangle(-12, -12, 24, 24, '#fff'),
  path('M-12-12h24v3.43h-24zM-12-5.14h24v3.43h-24zM-12 1.71h24v3.43h-24zM-12 8.57h24v3.43h-24z', {
    fill: red,
  }),
  rectangle(-12, -12, 12, 13.71, blue),
  path(stars(rows.map((at) => ({ ...at, radius: 1.3 }))), { fill: '#fff' }),
].join('')
