import { star, stars } from '#tools/logos/drawing/star.ts'

const small = [
  { x: 5.4, y: -7.3, turn: 20 },
  { x: 8.2, y: -3.6, turn: 45 },
  { x: 8.2, y: 0.9, turn: 0 },
  { x: 5.4, y: 4.6, turn: 20 },
]

/** China's: a large one and four in a bow beside it. */
export const fiveStars =
  star({ x: -1.4, y: -1.2, radius: 4.7 }) + stars(small.map((at) => ({ ...at, radius: 1.7 })))
