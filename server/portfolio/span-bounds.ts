import type { Span } from '#server/portfolio/portfolio-types.ts'

/** The first moment, and the one that is just too late, as the database compares moments. */
export function spanBounds({ fromMs, toMs }: Span): readonly [from: Date | string, to: Date | string] {
  return [
    fromMs === undefined ? '-infinity' : new Date(fromMs),
    toMs === undefined ? 'infinity' : new Date(toMs),
  ]
}
