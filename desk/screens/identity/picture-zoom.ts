/** How a picture is looked at: turned by quarters, and enlarged in steps from "fits the window". */
export type Turn = 0 | 90 | 180 | 270

const nextTurns: Readonly<Record<Turn, Turn>> = { 0: 90, 90: 180, 180: 270, 270: 0 }

export function turned(turn: Turn): Turn {
  return nextTurns[turn]
}

/** Whether it lies on its side, so that its width takes the room of its height. */
export function isOnSide(turn: Turn): boolean {
  return turn === 90 || turn === 270
}

export const zooms = [1, 1.5, 2, 3, 4, 6] as const
export type Zoom = (typeof zooms)[number]

export function larger(zoom: Zoom): Zoom {
  return zooms[zooms.indexOf(zoom) + 1] ?? zoom
}

export function smaller(zoom: Zoom): Zoom {
  return zooms[zooms.indexOf(zoom) - 1] ?? zoom
}

/** Where to scroll so that a place of the picture, from 0 to 1, comes to the middle of the window. */
export function scrollToPlace(place: number, contentPx: number, windowPx: number): number {
  return Math.max(0, place * contentPx - windowPx / 2)
}
