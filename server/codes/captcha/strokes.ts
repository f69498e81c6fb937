export type Point = readonly [x: number, y: number]
/** What a pen draws without being lifted. */
export type Stroke = readonly Point[]

/** Enough that a bent line looks bent and not broken. */
const steps = 12

/** Reads `M x y`, `L x y` and `C x y x y x y`, as SVG writes them, into points that lie close together. */
export function readStrokes(path: string): readonly Stroke[] {
  const strokes: Point[][] = []
  for (const [, command = '', rest = ''] of path.matchAll(/([MLC])([^MLC]*)/g)) {
    const points = pairs(rest.trim().split(/\s+/).map(Number))
    const [target = origin] = points
    if (command === 'M') strokes.push([target])
    else {
      const stroke = strokes.at(-1) ?? []
      stroke.push(...curve([stroke.at(-1) ?? origin, ...points]))
    }
  }
  return strokes
}

const origin: Point = [0, 0]

function pairs(numbers: readonly number[]): readonly Point[] {
  return numbers.flatMap((x, index): readonly Point[] =>
    index % 2 === 0 ? [[x, numbers[index + 1] ?? 0]] : [],
  )
}

/** Points along the Bézier curve of these controls, after the first of them. Two controls make a straight line. */
export function curve(controls: readonly Point[]): readonly Point[] {
  return Array.from({ length: steps }, (_, index) => along(controls, (index + 1) / steps))
}

/** De Casteljau: the middle of middles. */
function along(controls: readonly Point[], share: number): Point {
  const [first = origin, ...rest] = controls
  if (rest.length === 0) return first
  const between = rest.map((to, index): Point => {
    const from = controls[index] ?? to
    return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]
  })
  return along(between, share)
}

/** As SVG writes it, in tenths: nobody sees less. */
export function strokePath(stroke: Stroke): string {
  return stroke
    .map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`)
    .join('')
}
