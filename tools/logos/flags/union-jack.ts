import { type Place, placePath } from '#tools/logos/drawing/place-path.ts'
import { path } from '#tools/logos/drawing/svg.ts'
import { navy, scarlet } from '#tools/logos/flags/flag-colours.ts'

const half = 12
// The proportions of the real one, whose height is 30: white cross 10, red cross 6, white saltire 6, red saltire 2.
// The saltire is measured along the edge of the square.
const whiteCross = 4
const redCross = 2.4
const whiteSaltire = 3.4
const redSaltire = 2.3

/** Square, 24 wide around the origin when not placed. */
export function unionJack(place: Place = {}): string {
  const draw = (d: string, fill: string) => path(placePath(d, place), { fill })
  return [
    draw(box(half, half), navy),
    draw(saltire() + cross(whiteCross), '#fff'),
    draw(pinwheel() + cross(redCross), scarlet),
  ].join('')
}

function box(x: number, y: number): string {
  return `M${-x} ${-y}L${x} ${-y}L${x} ${y}L${-x} ${y}Z`
}

function cross(arm: number): string {
  return box(arm, half) + box(half, arm)
}

function saltire(): string {
  const near = half - whiteSaltire
  const down = `M${-half} ${-half}L${-near} ${-half}L${half} ${near}L${half} ${half}L${near} ${half}L${-half} ${-near}Z`
  return down + placePath(down, { turn: 90 })
}

/** The red arms do not meet: each lies on one side of its diagonal, and the whole turns like a wheel. */
function pinwheel(): string {
  const arm = `M${-half} ${-half}L0 0L0 ${redSaltire}L${-half} ${redSaltire - half}Z`
  return [0, 90, 180, 270].map((turn) => placePath(arm, { turn })).join('')
}
