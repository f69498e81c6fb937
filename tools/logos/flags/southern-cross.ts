import { star, stars } from '#tools/logos/drawing/star.ts'

const four = [
  { x: 5.4, y: -7.2 },
  { x: 2.6, y: -0.9 },
  { x: 8.8, y: -2.6 },
  { x: 5.4, y: 7 },
]
const fifth = { x: 7.4, y: 1.6 }

/** Australia's with seven points and a small fifth star, New Zealand's with four stars of five points. */
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
