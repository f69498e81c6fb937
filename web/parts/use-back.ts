import { useLocation } from 'wouter'
import type { PressTarget } from '#ui/pressable.tsx'

/** The way back: where one came from, or a fitting place when the app was opened right here. */
export function useBack(otherwise = '/'): PressTarget {
  const [, go] = useLocation()
  return {
    href: otherwise,
    onSelect: () => (cameFromHere() ? history.back() : go(otherwise)),
  }
}

/** Only the Navigation API knows whether the page before was ours; the length of the history is the best guess left. */
function cameFromHere(): boolean {
  return 'navigation' in window ? window.navigation.canGoBack : history.length > 1
}
