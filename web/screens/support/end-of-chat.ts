/** How a scrolled area was laid out, in px. */
export type Layout = { readonly top: number; readonly height: number }

/** Closer to the end than this counts as at the end. */
const endPx = 48

export function isNearEnd({ top, height }: Layout, visiblePx: number): boolean {
  return height - top - visiblePx < endPx
}

/**
 * Whether the user, who was at the end, is still there: contents that have grown move the end away, and only scrolling up
 * leaves it.
 */
export function staysAtEnd(before: Layout, now: Layout): boolean {
  return now.height > before.height && now.top >= before.top
}
