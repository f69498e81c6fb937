/** Clockwise rotation of a picture in degrees. */
export type Rotation = 0 | 90 | 180 | 270

const nextRotation: Readonly<Record<Rotation, Rotation>> = { 0: 90, 90: 180, 180: 270, 270: 0 }

export function rotateQuarter(turn: Rotation): Rotation {
  return nextRotation[turn]
}

/** True if the rotation swaps width and height. */
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

/** Scroll offset that centres `place` in the window. `place` is from 0 to 1 along the picture. */
export function scrollToCenter(place: number, contentPx: number, windowPx: number): number {
  return Math.max(0, place * contentPx - windowPx / 2)
}
