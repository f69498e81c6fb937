import { short } from '#tools/logos/drawing/svg.ts'

export type Star = {
  readonly x: number
  readonly y: number
  readonly radius: number
  /** An odd number. */
  readonly points?: number
  /** Clockwise, in degrees; without it one point is up. */
  readonly turn?: number
}

/** Drawn in one go from each point to one of the two opposite, which takes half as many corners as its outline. */
export function star({ x, y, radius, points = 5, turn = 0 }: Star): string {
  const corners = Array.from({ length: points }, (_, corner) => {
    const angle = (corner * (points - 1) * Math.PI) / points + (turn * Math.PI) / 180
    return `${short(x + radius * Math.sin(angle))} ${short(y - radius * Math.cos(angle))}`
  })
  return `M${corners.join(' ')}Z`.replaceAll(' -', '-')
}

export function stars(all: readonly Star[]): string {
  return all.map(star).join('')
}

export type Ring = Star & { readonly count: number; readonly reach: number }

/** Stars around a point, all upright, the first above it. */
export function ringOfStars({ x, y, count, reach, radius }: Ring): string {
  const around = Array.from({ length: count }, (_, at) => {
    const angle = (at * 2 * Math.PI) / count
    return { x: x + reach * Math.sin(angle), y: y - reach * Math.cos(angle), radius }
  })
  return stars(around)
}
