import sharp from 'sharp'
import {
  type CaptchaCharacter,
  glyphOf,
  glyphSize,
  type Point,
  type Stroke,
  sampleBezier,
  toPathData,
} from '#server/codes/captcha/glyphs.ts'
import type { Random } from '#server/platform/random.ts'

/** CSS pixels. The image has twice the resolution, for high-density screens. */
const size = { width: 160, height: 60 }

/** Letters and lines share one ink, so that a program cannot separate them by colour. */
const papers = ['#eef2f7', '#f4f1ea', '#eaf3ef'] as const
const inks = ['#1f3a5f', '#4a2f4f', '#1f4d3a', '#5a3420'] as const

/** Renders the characters as a PNG, warped, slanted and crossed out at random. */
export async function renderCaptcha(
  characters: readonly CaptchaCharacter[],
  random: Random,
): Promise<Buffer> {
  const svg = captchaSvg(characters, createRng(random))
  return await sharp(Buffer.from(svg)).png({ palette: true, colours: 16, compressionLevel: 9 }).toBuffer()
}

/** Exported for tests. */
export function captchaSvg(characters: readonly CaptchaCharacter[], rng: Rng): string {
  const paper = pick(papers, rng)
  const ink = pick(inks, rng)
  const warp = createWarp(rng)
  const letters = placeGlyphs(characters, rng).map((stroke) => stroke.map(warp))
  const { width, height } = size
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width * 2}" height="${height * 2}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${paper}"/>`,
    '<g fill="none" stroke-linecap="round" stroke-linejoin="round">',
    ...letters.map((stroke) => pathElement(stroke, ink, rng.between(2.6, 4))),
    pathElement(strikeThroughLine(0.5, rng), paper, rng.between(0.8, 1.2)),
    ...[0.38, 0.62].map((height) => pathElement(strikeThroughLine(height, rng), ink, rng.between(1, 2))),
    ...Array.from({ length: 3 }, () => pathElement(noiseStroke(rng), ink, rng.between(1, 2))),
    '</g></svg>',
  ].join('')
}

function pathElement(stroke: Stroke, colour: string, width: number): string {
  return `<path d="${toPathData(stroke)}" stroke="${colour}" stroke-width="${Math.round(width * 10) / 10}"/>`
}

/** Keeps every character inside the image, however it is slanted and warped. */
const margin = 12

/** Places the glyphs side by side with random size, slant and offset. */
function placeGlyphs(characters: readonly CaptchaCharacter[], rng: Rng): readonly Stroke[] {
  const cellWidth = (size.width - 2 * margin) / characters.length
  return characters.flatMap((character, index) => {
    const centre: Point = [
      margin + cellWidth * (index + 0.5) + rng.between(-1.5, 1.5),
      size.height / 2 + rng.between(-3, 3),
    ]
    const transform = createGlyphTransform(centre, rng)
    return glyphOf(character).map((stroke) => stroke.map(transform))
  })
}

function createGlyphTransform(centre: Point, rng: Rng): (point: Point) => Point {
  const wide = rng.between(0.21, 0.25)
  const high = rng.between(0.23, 0.28)
  const lean = rng.between(-0.25, 0.25)
  const turn = rng.between(-0.2, 0.2)
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)]
  return ([x, y]) => {
    const down = (y - glyphSize.height / 2) * high
    const across = (x - glyphSize.width / 2) * wide + down * lean
    return [centre[0] + across * cos - down * sin, centre[1] + across * sin + down * cos]
  }
}

/** Bends the whole image along two sine waves. */
function createWarp(rng: Rng): (point: Point) => Point {
  const [rise, sway] = [rng.between(1.5, 3), rng.between(1, 2)]
  const [long, high] = [rng.between(0.04, 0.09), rng.between(0.07, 0.14)]
  const [startX, startY] = [rng.between(0, 6.3), rng.between(0, 6.3)]
  return ([x, y]) => [x + sway * Math.sin(y * high + startY), y + rise * Math.sin(x * long + startX)]
}

/** A curve across the image, at about `share` of its height. */
function strikeThroughLine(share: number, rng: Rng): Stroke {
  const height = () => size.height * share + rng.between(-14, 14)
  const start: Point = [rng.between(0, 8), height()]
  const third = size.width / 3
  return [
    start,
    ...sampleBezier([start, [third, height()], [2 * third, height()], [size.width - 4, height()]]),
  ]
}

/** A short curve, about as long as a stroke of a letter. */
function noiseStroke(rng: Rng): Stroke {
  const start: Point = [rng.between(5, size.width - 5), rng.between(5, size.height - 5)]
  const near = (): Point => [start[0] + rng.between(-18, 18), start[1] + rng.between(-18, 18)]
  return [start, ...sampleBezier([start, near(), near()])]
}

function pick<Item>(items: readonly [Item, ...Item[]], rng: Rng): Item {
  return items[Math.floor(rng.between(0, items.length))] ?? items[0]
}

type Rng = {
  /** A number in [min, max). */
  readonly between: (min: number, max: number) => number
}

const batch = 512

/** Draws random numbers in batches, because an image needs a few hundred. */
export function createRng(random: Random): Rng {
  let numbers = new Uint32Array(0)
  let used = 0
  function next(): number {
    if (used >= numbers.length) {
      numbers = new Uint32Array(random.bytes(batch * 4).slice().buffer)
      used = 0
    }
    const drawn = numbers[used] ?? 0
    used += 1
    return drawn / 2 ** 32
  }
  return { between: (min, max) => min + next() * (max - min) }
}
