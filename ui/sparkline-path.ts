/** SVG paths of a sparkline. */

export interface SparklineBox {
  readonly width: number
  readonly height: number
  /** Free space above and below, so that the stroke is not clipped. */
  readonly margin: number
}

/** Points are evenly spaced from edge to edge, the lowest value at the bottom. Empty for fewer than two values. */
export function sparklinePath(values: readonly number[], { width, height, margin }: SparklineBox): string {
  if (values.length < 2) return ''
  const low = Math.min(...values)
  const span = Math.max(...values) - low
  const step = width / (values.length - 1)
  const room = height - 2 * margin
  const points = values.map((value, position) => {
    const rise = span === 0 ? 0.5 : (value - low) / span
    return `${tenths(position * step)} ${tenths(height - margin - rise * room)}`
  })
  return `M${points.join('L')}`
}

/** The area below the line. */
export function areaPath(line: string, { height }: SparklineBox): string {
  return line === '' ? '' : `${line}V${height}H0Z`
}

/** A tenth of a pixel is precise enough, and keeps the path short. */
function tenths(length: number): number {
  return Math.round(length * 10) / 10
}
