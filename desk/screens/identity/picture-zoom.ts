/** How a picture is looked at: turned by quarters, and enlarged in steps from "fits the window". */
export type Rotation = 0 | 90 | 180 | 270

const nextRotation: Readonly<Record<Rotation, Rotation>> = { 0: 90, 90: 180, 180: 270, 270: 0 }

export function rotateQuarter(turn: Rotation): Rotation {
  return nextRotation[turn]
}

/** Whether it lies on its side, so that its width takes the room of its height. */
export function isSideways(turn: Rotation): boolean {
  return turn === 90 || turn === 270
}

export const zooms = [1, 1.5, 2, 3, 4, 6] as const
export type Zoom = (typeof zooms)[number]

export function zoomIn(zoom: Zoom): Zoom {
  return zooms[zooms.indexOf(zoom) + 1] ?? zoom
}

export function zoomOut(zoom: Zoom): Zoom {
  return zooms[zooms.indexOf(zoom) - 1] ?? zoom
}

/** Where to scroll so that a place of the picture, from 0 to 1, comes to the middle of the window. */
export function scrollToCenter(place: number, contentPx: number, windowPx: number): number {
  return Math.max(0, place * contentPx - windowPx / 2)
}
