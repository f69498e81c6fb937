/** Zone boundaries as a share of the bar's width: close-out below the first, margin call below the second. */
export const closeOutPosition = 0.2
export const marginCallPosition = 0.4

const closeOutPercent = 50
const marginCallPercent = 100
/** The bar ends at 10³ times the margin call level, which a large account reaches with one small order. */
const powersShown = 3

/**
 * Position of a margin level on the bar, from 0 to 1. Linear up to the margin call and logarithmic above it, so that
 * the range near the call gets the most space. A screen position, not an amount, so a float is fine.
 */
export function riskPosition(marginLevel: string): number {
  const percent = Number(marginLevel)
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
