// The SVG elements of the logos, in compact form. A logo is 40 by 40 and self-contained: it is shown as an image, which
// cannot use scripts, fonts or other files.

type Paint = {
  readonly fill?: string
  readonly stroke?: string
  readonly 'stroke-width'?: number
  readonly 'stroke-opacity'?: number
  readonly 'stroke-linecap'?: 'round'
  readonly 'stroke-linejoin'?: 'round'
  readonly 'clip-path'?: string
  readonly transform?: string
}

/** The root element of a logo. Hidden from screen readers, because the market's name is always shown beside it. */
export function svg(...content: readonly string[]): string {
  const head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" aria-hidden="true">'
  return `${head}${content.join('')}</svg>\n`
}

export function path(d: string, paint: Paint): string {
  return `<path d="${d}"${attributes(paint)}/>`
}

export function circle(x: number, y: number, radius: number, paint: Paint): string {
  return `<circle${attributes({ cx: x, cy: y, r: radius })}${attributes(paint)}/>`
}

export function rectangle(x: number, y: number, width: number, height: number, fill: string): string {
  return path(`M${short(x)} ${short(y)}h${short(width)}v${short(height)}h${short(-width)}z`, { fill })
}

export function group(paint: Paint, ...content: readonly string[]): string {
  return `<g${attributes(paint)}>${content.join('')}</g>`
}

/** Two decimals are finer than a pixel of the largest logo. */
export function short(value: number): string {
  const rounded = Math.round(value * 100) / 100
  return String(rounded === 0 ? 0 : rounded).replace(/^(-?)0\./, '$1.')
}

function attributes(named: Readonly<Record<string, string | number>> | Paint): string {
  const written = Object.entries(named).map(
    ([name, value]) => ` ${name}="${typeof value === 'number' ? short(value) : value}"`,
  )
  return written.join('')
}

/**
 * A drawing clipped to a shape. The grey edge separates white logos from a light background, and dark logos from a dark
 * background. The same id always belongs to the same shape, so two inlined logos would not conflict.
 */
export function cut(id: string, shape: string, drawing: string): string {
  const edge = path(shape, { fill: 'none', stroke: '#8a94a6', 'stroke-opacity': 0.5, 'stroke-width': 1.2 })
  return `<clipPath id="${id}"><path d="${shape}"/></clipPath>${group({ 'clip-path': `url(#${id})` }, drawing, edge)}`
}

export function disc(x: number, y: number, radius: number): string {
  return `M${x - radius} ${y}a${radius} ${radius} 0 0 1 ${radius * 2} 0a${radius} ${radius} 0 0 1-${radius * 2} 0z`
}

export type Place = {
  readonly x?: number
  readonly y?: number
  readonly scale?: number
  /** Clockwise, in degrees. */
  readonly turn?: number
}

/** Moves, scales and rotates a path by changing its coordinates, so that no logo needs a transform per letter. */
export function placePath(d: string, place: Place): string {
  const commands = d.match(/[A-Z][^A-Z]*/g) ?? []
  const placed = commands.map((command) => placeCommand(command.charAt(0), numbersIn(command), place))
  // A minus sign also separates numbers.
  return placed.join('').replaceAll(' -', '-')
}

function placeCommand(name: string, numbers: readonly number[], place: Place): string {
  if (name === 'A') return `A${arcs(numbers, place).map(short).join(' ')}`
  if (!'MLCQZ'.includes(name))
    throw new Error(`a path to be placed has no ${name}: say it with M, L, C, Q, A or Z`)
  return `${name}${points(numbers, place).map(short).join(' ')}`
}

function numbersIn(command: string): readonly number[] {
  return (command.match(/-?(\d+\.?\d*|\.\d+)/g) ?? []).map(Number)
}

function arcs(numbers: readonly number[], place: Place): readonly number[] {
  const { scale = 1, turn = 0 } = place
  const result: number[] = []
  for (let at = 0; at < numbers.length; at += 7) {
    const [rx = 0, ry = 0, tilt = 0, isLarge = 0, isClockwise = 0, ...end] = numbers.slice(at, at + 7)
    result.push(
      rx * scale,
      ry * scale,
      rx === ry ? 0 : tilt + turn,
      isLarge,
      isClockwise,
      ...points(end, place),
    )
  }
  return result
}

function points(numbers: readonly number[], { x = 0, y = 0, scale = 1, turn = 0 }: Place): readonly number[] {
  const cosine = Math.cos((turn * Math.PI) / 180) * scale
  const sine = Math.sin((turn * Math.PI) / 180) * scale
  const result: number[] = []
  for (let at = 0; at < numbers.length; at += 2) {
    const [fromX = 0, fromY = 0] = numbers.slice(at, at + 2)
    result.push(x + fromX * cosine - fromY * sine, y + fromX * sine + fromY * cosine)
  }
  return result
}

type Star = {
  readonly x: number
  readonly y: number
  readonly radius: number
  /** Must be odd. */
  readonly points?: number
  /** Clockwise, in degrees; by default one point is up. */
  readonly turn?: number
}

/** Draws a star by connecting each point with an opposite one. This needs half as many corners as its outline. */
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

type Ring = Star & { readonly count: number; readonly reach: number }

/** Upright stars in a circle around a point. The first star is above the point. */
export function ringOfStars({ x, y, count, reach, radius }: Ring): string {
  const around = Array.from({ length: count }, (_, at) => {
    const angle = (at * 2 * Math.PI) / count
    return { x: x + reach * Math.sin(angle), y: y - reach * Math.cos(angle), radius }
  })
  return stars(around)
}
