import { circle, path } from '#tools/logos/drawing/svg.ts'

const eagle = 'M-2.9-2.7C-1.3-2.7-.3-1.9 0-.8.3-1.9 1.3-2.7 2.9-2.7 3.1-.9 2 .9 0 1.7-2 .9-3.1-.9-2.9-2.7z'

/** The eagle as two wings and a head over a green wreath; more would be mud. */
export const mexicanArms = [
  path('M-3.2 1.5A3.7 3.7 0 0 0 3.2 1.5', {
    fill: 'none',
    stroke: '#4f8a3a',
    'stroke-width': 1.1,
    'stroke-linecap': 'round',
  }),
  path(eagle, { fill: '#8a5a2b' }),
  circle(0, -2.4, 1, { fill: '#8a5a2b' }),
].join('')
