import sharp from 'sharp'
import {
  type CaptchaCharacter,
  curve,
  glyphOf,
  glyphSize,
  type Point,
  type Stroke,
  strokePath,
} from '#server/codes/captcha/glyphs.ts'
import type { Random } from '#server/platform/random.ts'

/** As it is shown; it is drawn with twice as many pixels each way, for sharp screens. */
const shown = { width: 160, height: 60 }

/** One ink for everything, so that colour does not tell a letter from a line. */
const papers = ['#eef2f7', '#f4f1ea', '#eaf3ef'] as const
const inks = ['#1f3a5f', '#4a2f4f', '#1f4d3a', '#5a3420'] as const

/** A PNG of the characters, bent, leaning and crossed out, as no other picture of them is. */
export async function drawPicture(characters: readonly CaptchaCharacter[], random: Random): Promise<Buffer> {
  const svg = pictureSvg(characters, createChance(random))
  return await sharp(Buffer.from(svg)).png({ palette: true, colours: 16, compressionLevel: 9 }).toBuffer()
}

/** Exported for its test. */
export function pictureSvg(characters: readonly CaptchaCharacter[], chance: Chance): string {
  const paper = pick(papers, chance)
  const ink = pick(inks, chance)
  const bend = createBend(chance)
  const letters = placeLetters(characters, chance).map((stroke) => stroke.map(bend))
  const { width, height } = shown
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width * 2}" height="${height * 2}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${paper}"/>`,
    '<g fill="none" stroke-linecap="round" stroke-linejoin="round">',
    ...letters.map((stroke) => drawn(stroke, ink, chance.between(2.6, 4))),
    drawn(lineAcross(0.5, chance), paper, chance.between(0.8, 1.2)),
    ...[0.38, 0.62].map((height) => drawn(lineAcross(height, chance), ink, chance.between(1, 2))),
    ...Array.from({ length: 3 }, () => drawn(scratch(chance), ink, chance.between(1, 2))),
    '</g></svg>',
  ].join('')
}

function drawn(stroke: Stroke, colour: string, width: number): string {
  return `<path d="${strokePath(stroke)}" stroke="${colour}" stroke-width="${Math.round(width * 10) / 10}"/>`
}

/** Wide enough that no character, however it leans and bends, leaves the picture. */
const margin = 12

/** Side by side, a little over each other, each of its own size and lean. */
function placeLetters(characters: readonly CaptchaCharacter[], chance: Chance): readonly Stroke[] {
  const room = (shown.width - 2 * margin) / characters.length
  return characters.flatMap((character, index) => {
    const centre: Point = [
      margin + room * (index + 0.5) + chance.between(-1.5, 1.5),
      shown.height / 2 + chance.between(-3, 3),
    ]
    const place = createPlacing(centre, chance)
    return glyphOf(character).map((stroke) => stroke.map(place))
  })
}

function createPlacing(centre: Point, chance: Chance): (point: Point) => Point {
  const wide = chance.between(0.21, 0.25)
  const high = chance.between(0.23, 0.28)
  const lean = chance.between(-0.25, 0.25)
  const turn = chance.between(-0.2, 0.2)
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)]
  return ([x, y]) => {
    const down = (y - glyphSize.height / 2) * high
    const across = (x - glyphSize.width / 2) * wide + down * lean
    return [centre[0] + across * cos - down * sin, centre[1] + across * sin + down * cos]
  }
}

/** Waves through the whole picture, so that straight lines are not straight. */
function createBend(chance: Chance): (point: Point) => Point {
  const [rise, sway] = [chance.between(1.5, 3), chance.between(1, 2)]
  const [long, high] = [chance.between(0.04, 0.09), chance.between(0.07, 0.14)]
  const [startX, startY] = [chance.between(0, 6.3), chance.between(0, 6.3)]
  return ([x, y]) => [x + sway * Math.sin(y * high + startY), y + rise * Math.sin(x * long + startX)]
}

/** From side to side, about this share of the way down. */
function lineAcross(share: number, chance: Chance): Stroke {
  const height = () => shown.height * share + chance.between(-14, 14)
  const start: Point = [chance.between(0, 8), height()]
  const third = shown.width / 3
  return [start, ...curve([start, [third, height()], [2 * third, height()], [shown.width - 4, height()]])]
}

/** A short bow, about as long as a stroke of a letter. */
function scratch(chance: Chance): Stroke {
  const start: Point = [chance.between(5, shown.width - 5), chance.between(5, shown.height - 5)]
  const near = (): Point => [start[0] + chance.between(-18, 18), start[1] + chance.between(-18, 18)]
  return [start, ...curve([start, near(), near()])]
}

function pick<Item>(items: readonly [Item, ...Item[]], chance: Chance): Item {
  return items[Math.floor(chance.between(0, items.length))] ?? items[0]
}

type Chance = {
  /** A number from `least` up to `most`. */
  readonly between: (least: number, most: number) => number
  /** What is drawn, or what is not. */
  readonly heads: () => boolean
}

const batch = 512

/** Numbers to draw a picture with, taken from the source of chance a few hundred at a time. */
export function createChance(random: Random): Chance {
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
  return {
    between: (least, most) => least + next() * (most - least),
    heads: () => next() < 0.5,
  }
}
