import { path, rectangle } from '#tools/logos/drawing/svg.ts'

const y = 'M-14-14L0 0-14 14M0 0H13'

/** The Y lies over red and blue; its white edge turns to gold where it meets the black. */
export const southAfrica = [
  rectangle(-12, -12, 24, 12, '#e03c31'),
  rectangle(-12, 0, 24, 12, '#0b24a0'),
  path(y, { fill: 'none', stroke: '#fff', 'stroke-width': 8 }),
  path('M-14-14L0 0-14 14z', { fill: '#ffb81c' }),
  path(y, { fill: 'none', stroke: '#007749', 'stroke-width': 4.8 }),
  path('M-12-6.3L-5.7 0-12 6.3z', { fill: '#111' }),
].join('')
