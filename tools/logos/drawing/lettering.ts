import { glyphs } from '#tools/logos/drawing/glyphs.ts'
import { placePath } from '#tools/logos/drawing/place-path.ts'
import { path } from '#tools/logos/drawing/svg.ts'

export type Lettering = {
  readonly text: string
  readonly x: number
  /** The middle of the capitals. */
  readonly y: number
  /** From the top edge of a capital's line to its bottom edge. */
  readonly height: number
  readonly weight: number
  readonly colour: string
}

const glyphHeight = 10
/** The white between two letters, as a share of the weight. */
const looseness = 0.62

/** Pairs whose slopes leave a hole between them, and how far they move together, in units of the glyphs. */
const kerning: Readonly<Record<string, number>> = { TO: 0.6, TC: 0.6, AB: 0.2 }

/** Letters in one line, centred on a point, as a single stroked path. */
export function lettering({ text, x, y, height, weight, colour }: Lettering): string {
  const scale = (height - weight) / glyphHeight
  const gap = weight * (1 + looseness)
  let left = 0
  const places = [...text].map((letter, at) => {
    const glyph = glyphs[letter]
    if (glyph === undefined) throw new Error(`there is no glyph for ${letter}: draw it in glyphs.ts`)
    const start = left - (kerning[`${text[at - 1] ?? ''}${letter}`] ?? 0) * scale
    left = start + glyph.width * scale + gap
    return { line: glyph.line, start }
  })
  const indent = x - (left - gap) / 2
  const top = y - (glyphHeight * scale) / 2
  const d = places.map(({ line, start }) => placePath(line, { x: indent + start, y: top, scale })).join('')
  return path(d, {
    fill: 'none',
    stroke: colour,
    'stroke-width': weight,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
  })
}
