// The few elements the logos are made of, written as short as they can be. A logo is 40 by 40 and stands alone: it is
// shown as a picture, where scripts, fonts and other files do not exist.

export type Paint = {
  readonly fill?: string
  readonly stroke?: string
  readonly 'stroke-width'?: number
  readonly 'stroke-opacity'?: number
  readonly 'stroke-linecap'?: 'round'
  readonly 'stroke-linejoin'?: 'round'
  readonly 'clip-path'?: string
  readonly transform?: string
}

/** It names nothing: the market's name stands beside it wherever it is shown. */
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

/** Hundredths are finer than a pixel of the largest logo. */
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
