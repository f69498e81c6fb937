/** Where the zones of the bar end, as a share of its width: below the first one is closed out, below the second called. */
export const closeOutPosition = 0.2
export const marginCallPosition = 0.4

const closeOutPercent = 50
const marginCallPercent = 100
/** Three powers of ten above the call the bar ends: a small order of a large account is there. */
const powersShown = 3

/**
 * Where a risk rate stands on its bar, from 0 to 1. A place in a picture and no amount, so that a float will do: even up to
 * the call, and by powers of ten from there on, because it is the way to the call that one wants to see.
 */
export function riskPosition(riskRate: string): number {
  const percent = Number(riskRate)
  if (!(percent > 0)) return 0
  if (percent <= closeOutPercent) return (percent / closeOutPercent) * closeOutPosition
  if (percent <= marginCallPercent)
    return (
      closeOutPosition +
      ((percent - closeOutPercent) / (marginCallPercent - closeOutPercent)) *
        (marginCallPosition - closeOutPosition)
    )
  const powers = Math.log10(percent / marginCallPercent) / powersShown
  return marginCallPosition + Math.min(1, powers) * (1 - marginCallPosition)
}
