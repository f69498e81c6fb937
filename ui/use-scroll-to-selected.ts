import { type RefObject, useEffect } from 'react'

/** Scrolls a horizontal row so that its selected item is in the middle. Only the row scrolls. */
export function useScrollToSelected(row: RefObject<HTMLElement | null>, value: string): void {
  useEffect(() => {
    const element = row.current
    const selected = element?.querySelector<HTMLElement>(`[data-value="${CSS.escape(value)}"]`)
    if (element === null || selected === null || selected === undefined) return
    const item = selected.getBoundingClientRect()
    const frame = element.getBoundingClientRect()
    const left = item.left + item.width / 2 - (frame.left + frame.width / 2)
    element.scrollBy({ left, behavior: 'smooth' })
  }, [row, value])
}
