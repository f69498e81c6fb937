import { useEffect } from 'react'
import { useParts } from '#web/parts/app-parts.tsx'

/** Prices flow while the detail is open, and the markets are known that convert them into dollars. */
export function usePrices(isOpen: boolean): void {
  const { markets } = useParts()
  useEffect(() => {
    if (!isOpen) return
    if (markets.list.getSnapshot().markets.length === 0) void markets.refresh()
    return markets.watch()
  }, [markets, isOpen])
}
