/** Distances and phases of the pull-to-refresh gesture, as pure functions. */

export const pullThresholdPx = 56
export const pullRestPx = 48
const mostPx = 96

/** The indicator closes this long after the release, even if the refresh is still running. */
export const pullCloseMs = 500

export type PullPhase = 'idle' | 'pulling' | 'ready' | 'refreshing'

/** The content moves at 45 % of the finger's distance, up to a maximum. */
export function pullDistance(fingerPx: number): number {
  return fingerPx <= 0 ? 0 : Math.min(mostPx, Math.round(fingerPx * 0.45))
}

export function pullPhase(distancePx: number): PullPhase {
  if (distancePx <= 0) return 'idle'
  return distancePx >= pullThresholdPx ? 'ready' : 'pulling'
}
