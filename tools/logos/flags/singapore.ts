import { ringOfStars } from '#tools/logos/drawing/star.ts'
import { path, rectangle } from '#tools/logos/drawing/svg.ts'

const crescent = 'M2.6-9.3A3.9 3.9 0 1 0 2.6-1.9A4.6 4.6 0 0 1 2.6-9.3Z'

export const singapore = [
  rectangle(-12, -12, 24, 12, '#ee2536'),
  rectangle(-12, 0, 24, 12, '#fff'),
  path(crescent + ringOfStars({ x: 5.5, y: -5.6, reach: 2.5, count: 5, radius: 1.25 }), { fill: '#fff' }),
].join('')
