/** How a pull feels, in numbers: pure, so that it can be told from a scroll without a finger. */

export const pullThresholdPx = 56
export const pullRestPx = 48
const mostPx = 96

/** The product's rule: the indicator closes this long after release, whatever the refresh does. */
export const pullCloseMs = 500

export type PullPhase = 'idle' | 'pulling' | 'ready' | 'refreshing'

/** The content follows the finger at less than half its way, and not for ever. */
export function pullDistance(fingerPx: number): number {
  return fingerPx <= 0 ? 0 : Math.min(mostPx, Math.round(fingerPx * 0.45))
}

export function phaseOfPull(distancePx: number): PullPhase {
  if (distancePx <= 0) return 'idle'
  return distancePx >= pullThresholdPx ? 'ready' : 'pulling'
}
