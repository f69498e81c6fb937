import { path, placePath } from '#tools/logos/svg.ts'

type Lettering = {
  readonly text: string
  readonly x: number
  /** Vertical centre of the capitals. */
  readonly y: number
  /** Height of a capital, including the line width. */
  readonly height: number
  readonly weight: number
  readonly colour: string
}

const glyphHeight = 10
/** Gap between two letters, as a share of the line width. */
const looseness = 0.62

/** Kerning of pairs with opposite slopes, in glyph units. */
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

// Letters as single-stroke paths: capitals ten units high, the baseline at ten.

type Glyph = { readonly width: number; readonly line: string }

const glyphs: Readonly<Record<string, Glyph | undefined>> = {
  '0': {
    width: 5.6,
    line: 'M2.8 0A2.8 2.8 0 0 1 5.6 2.8L5.6 7.2A2.8 2.8 0 0 1 0 7.2L0 2.8A2.8 2.8 0 0 1 2.8 0Z',
  },
  '1': { width: 2.8, line: 'M0 2.2L2.8 0L2.8 10' },
  '2': {
    width: 6,
    line: 'M.2 2.7C.5 1 1.6 0 3.1 0C4.8 0 5.9 1.1 5.9 2.7C5.9 3.9 5.3 4.8 4.3 5.8L.1 10L6.2 10',
  },
  '3': {
    width: 5.8,
    line: 'M.2 0L5.6 0L2.6 3.9C4.6 3.9 5.9 5.1 5.9 6.9C5.9 8.7 4.6 10 2.8 10C1.5 10 .5 9.4 0 8.3',
  },
  '4': { width: 6.8, line: 'M5 10L5 0L0 7.2L6.8 7.2' },
  '5': {
    width: 5.8,
    line: 'M5.4 0L.9 0L.4 4.6C1.1 4 1.9 3.7 2.8 3.7C4.6 3.7 5.8 5 5.8 6.8C5.8 8.7 4.5 10 2.7 10C1.4 10 .5 9.4 0 8.4',
  },
  A: { width: 8, line: 'M0 10L4 0L8 10M1.4 6.6L6.6 6.6' },
  B: { width: 6, line: 'M0 4.8L3.2 4.8A2.4 2.4 0 0 0 3.2 0L0 0L0 10L3.4 10A2.6 2.6 0 0 0 3.4 4.8' },
  C: {
    width: 7.4,
    line: 'M7.4 2.2C6.7 .8 5.5 0 4.1 0C1.7 0 0 2 0 5C0 8 1.7 10 4.1 10C5.5 10 6.7 9.2 7.4 7.8',
  },
  E: { width: 5.4, line: 'M5.4 0L0 0L0 10L5.4 10M0 4.9L4.8 4.9' },
  F: { width: 5.2, line: 'M5.2 0L0 0L0 10M0 5L4.6 5' },
  G: {
    width: 7.8,
    line: 'M7.3 2.1C6.6 .8 5.5 0 4.1 0C1.7 0 0 2 0 5C0 8 1.7 10 4.1 10C6.3 10 7.8 8.5 7.8 5.6L4.6 5.6',
  },
  H: { width: 7, line: 'M0 0L0 10M7 0L7 10M0 4.9L7 4.9' },
  I: { width: 0, line: 'M0 0L0 10' },
  J: { width: 4.8, line: 'M4.8 0L4.8 7.2C4.8 9 3.9 10 2.4 10C1.2 10 .3 9.3 0 8' },
  M: { width: 8.6, line: 'M0 10L0 0L4.3 6.4L8.6 0L8.6 10' },
  N: { width: 7, line: 'M0 10L0 0L7 10L7 0' },
  O: { width: 8.6, line: 'M4.3 0C6.9 0 8.6 2 8.6 5C8.6 8 6.9 10 4.3 10C1.7 10 0 8 0 5C0 2 1.7 0 4.3 0Z' },
  P: { width: 6, line: 'M0 10L0 0L3.2 0A2.8 2.8 0 0 1 3.2 5.6L0 5.6' },
  S: {
    width: 6.2,
    line: 'M5.9 2.1C5.4 .7 4.4 0 3.1 0C1.4 0 .3 1 .3 2.5C.3 4 1.4 4.5 3.1 4.9C4.9 5.3 6.2 5.9 6.2 7.5C6.2 9 5 10 3.2 10C1.6 10 .5 9.2 0 7.8',
  },
  T: { width: 7, line: 'M0 0L7 0M3.5 0L3.5 10' },
  V: { width: 8, line: 'M0 0L4 10L8 0' },
  W: { width: 11, line: 'M0 0L2.7 10L5.5 .8L8.3 10L11 0' },
  X: { width: 7.4, line: 'M0 0L7.4 10M7.4 0L0 10' },
  d: { width: 5.6, line: 'M5.6 0L5.6 10M5.6 6.6A2.8 3.4 0 0 0 0 6.6A2.8 3.4 0 0 0 5.6 6.6' },
  g: {
    width: 5.6,
    line: 'M5.6 3.2L5.6 10.2C5.6 11.7 4.5 12.6 2.8 12.6C1.6 12.6 .7 12.2 .2 11.5M5.6 6.4A2.8 3.2 0 0 0 0 6.4A2.8 3.2 0 0 0 5.6 6.4',
  },
  t: { width: 4, line: 'M1.5 .8L1.5 7.9C1.5 9.3 2.2 10 3.3 10L4 9.9M0 3.4L3.8 3.4' },
  u: { width: 5.2, line: 'M0 3.3L0 7.4C0 9 .9 10 2.4 10C4 10 5.2 8.9 5.2 7.2M5.2 3.3L5.2 10' },
  '₿': {
    width: 6.4,
    line: 'M0 4.8L3.6 4.8A2.4 2.4 0 0 0 3.6 0L0 0L0 10L3.8 10A2.6 2.6 0 0 0 3.8 4.8M1.7 0L1.7 -1.9M3.9 0L3.9 -1.9M1.7 10L1.7 11.9M3.9 10L3.9 11.9',
  },
  Ξ: { width: 7, line: 'M0 0L7 0M.9 5L6.1 5M0 10L7 10' },
  Ł: { width: 6.4, line: 'M1.6 0L1.6 10L6.4 10M0 6.6L4.4 3.8' },
  Ð: { width: 7.6, line: 'M1.2 0L1.2 10L3.2 10C5.9 10 7.6 8 7.6 5C7.6 2 5.9 0 3.2 0L1.2 0M0 5L3.6 5' },
}
