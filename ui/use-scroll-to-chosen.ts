import { type RefObject, useEffect } from 'react'

/** Brings the chosen one of a row that scrolls sideways into its middle, moving nothing but the row. */
export function useScrollToChosen(row: RefObject<HTMLElement | null>, value: string): void {
  useEffect(() => {
    const element = row.current
    const chosen = element?.querySelector<HTMLElement>(`[data-value="${CSS.escape(value)}"]`)
    if (element === null || chosen === null || chosen === undefined) return
    const away = chosen.getBoundingClientRect()
    const frame = element.getBoundingClientRect()
    const left = away.left + away.width / 2 - (frame.left + frame.width / 2)
    element.scrollBy({ left, behavior: 'smooth' })
  }, [row, value])
}
