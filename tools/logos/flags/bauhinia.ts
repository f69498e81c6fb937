import { type Place, placePath } from '#tools/logos/drawing/place-path.ts'
import { path } from '#tools/logos/drawing/svg.ts'

const petal = 'M0 -.7C-3.6 -1.9 -4.5 -5.9 -1 -8.6C-.9 -7.6 .2 -7 1.2 -7.3C3 -5.2 2.4 -2 0 -.7Z'

/** Five petals, bent the way the real ones are, 17 across when not scaled. */
export function bauhinia(place: Omit<Place, 'turn'>): string {
  const petals = [0, 72, 144, 216, 288].map((turn) => placePath(placePath(petal, { turn }), place))
  return path(petals.join(''), { fill: '#fff' })
}
