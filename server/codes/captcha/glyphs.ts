export type Point = readonly [x: number, y: number]
/** Points of one continuous line. */
export type Stroke = readonly Point[]

/** Size of the coordinate system of `paths`. */
export const glyphSize = { width: 100, height: 140 }

/**
 * Glyphs as SVG paths, so that an image does not depend on the installed fonts. Some characters look alike when warped.
 * Of each such group, at most one is used: C 0 D O Q, 7 1 I L, 5 S, 6 G, 2 Z, 3 8 B, A 4, Y U V, E F, P R, M N.
 */
const paths = {
  2: 'M8 36 C10 -12 92 -12 92 38 C92 72 40 96 6 140 L96 140',
  3: 'M8 20 C30 -12 92 -6 88 36 C86 62 58 66 36 66 C66 64 94 76 94 104 C94 152 20 150 4 116',
  6: 'M84 6 C30 10 4 60 6 100 C8 154 96 154 94 98 C92 50 20 52 7 98',
  7: 'M4 2 L96 2 C70 40 48 90 42 140',
  9: 'M16 134 C70 130 96 80 94 40 C92 -14 4 -14 6 42 C8 90 80 88 93 42',
  A: 'M2 140 L50 0 L98 140 M20 92 L80 92',
  C: 'M94 28 C76 -12 6 -16 6 70 C6 156 76 152 94 112',
  E: 'M92 2 L8 2 L8 140 L94 140 M8 68 L76 68',
  H: 'M8 0 L8 140 M92 0 L92 140 M8 70 L92 70',
  J: 'M36 2 L96 2 M72 2 L72 100 C72 152 8 152 6 104',
  K: 'M10 0 L10 140 M92 2 L12 78 M38 54 L96 140',
  M: 'M4 140 L14 0 L50 84 L86 0 L96 140',
  P: 'M10 140 L10 2 C60 -4 96 4 94 40 C92 82 50 80 10 76',
  T: 'M2 2 L98 2 M50 2 L50 140',
  W: 'M0 0 L24 140 L50 44 L76 140 L100 0',
  X: 'M4 0 L96 140 M96 0 L4 140',
  Y: 'M2 0 L50 66 L98 0 M50 66 L50 140',
} as const

export type CaptchaCharacter = `${keyof typeof paths}`

export const captchaAlphabet = Object.keys(paths) as readonly CaptchaCharacter[]

// Both constants are declared before `strokes`, whose initializer uses them.
/** Enough samples for a warped line to look smooth. */
const samplesPerCurve = 12
const origin: Point = [0, 0]

const strokes = new Map(Object.entries(paths).map(([character, path]) => [character, parsePath(path)]))

export function glyphOf(character: CaptchaCharacter): readonly Stroke[] {
  return strokes.get(character) ?? []
}

/** Characters that no captcha contains, each with the glyph it is typed for by mistake. */
const lookAlikes: Readonly<Record<string, CaptchaCharacter>> = {
  0: 'C',
  O: 'C',
  Q: 'C',
  1: '7',
  4: 'A',
  8: '3',
  B: '3',
  F: 'E',
  G: '6',
  R: 'P',
  V: 'Y',
  Z: '2',
}

const longestTyped = 64

/** Normalizes a typed answer: upper case, half width, no spaces, look-alikes replaced. */
export function normalizeAnswer(typed: string): string {
  if (typed.length > longestTyped) return ''
  const plain = typed.normalize('NFKC').replace(/\s/g, '').toUpperCase()
  return [...plain].map((character) => lookAlikes[character] ?? character).join('')
}

/** Converts SVG path data of `M`, `L` and `C` commands into closely spaced points. */
function parsePath(path: string): readonly Stroke[] {
  const strokes: Point[][] = []
  for (const [, command = '', rest = ''] of path.matchAll(/([MLC])([^MLC]*)/g)) {
    const points = pairs(rest.trim().split(/\s+/).map(Number))
    const [target = origin] = points
    if (command === 'M') strokes.push([target])
    else {
      const stroke = strokes.at(-1) ?? []
      stroke.push(...sampleBezier([stroke.at(-1) ?? origin, ...points]))
    }
  }
  return strokes
}

function pairs(numbers: readonly number[]): readonly Point[] {
  return numbers.flatMap((x, index): readonly Point[] =>
    index % 2 === 0 ? [[x, numbers[index + 1] ?? 0]] : [],
  )
}

/** Samples a Bézier curve, without its start point. Two control points give a straight line. */
export function sampleBezier(controls: readonly Point[]): readonly Point[] {
  return Array.from({ length: samplesPerCurve }, (_, index) =>
    bezierPoint(controls, (index + 1) / samplesPerCurve),
  )
}

/** De Casteljau's algorithm. */
function bezierPoint(controls: readonly Point[], share: number): Point {
  const [first = origin, ...rest] = controls
  if (rest.length === 0) return first
  const between = rest.map((to, index): Point => {
    const from = controls[index] ?? to
    return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]
  })
  return bezierPoint(between, share)
}

/** SVG path data, rounded to a tenth of a pixel. */
export function toPathData(stroke: Stroke): string {
  return stroke
    .map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`)
    .join('')
}
