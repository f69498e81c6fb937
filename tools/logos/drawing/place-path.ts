import { short } from '#tools/logos/drawing/svg.ts'

export type Place = {
  readonly x?: number
  readonly y?: number
  readonly scale?: number
  /** Clockwise, in degrees. */
  readonly turn?: number
}

/** A path moved, scaled and turned, with its numbers written out, so that no logo needs a transform per letter. */
export function placePath(d: string, place: Place): string {
  const commands = d.match(/[A-Z][^A-Z]*/g) ?? []
  const placed = commands.map((command) => placeCommand(command.charAt(0), numbersIn(command), place))
  // A minus sign separates numbers by itself.
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
