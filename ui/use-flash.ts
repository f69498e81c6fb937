import { type RefObject, useLayoutEffect, useRef } from 'react'
import { compareDecimals } from '#ui/compare-decimals.ts'

/** Shorter than the interval between two price pushes, so that each movement is visible. */
const flashMs = 200

/** Marks an element briefly when its value changes. It sets one attribute and causes no render. */
export function useFlash(value: string | number | null | undefined): RefObject<HTMLSpanElement | null> {
  const ref = useRef<HTMLSpanElement>(null)
  const last = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (value === null || value === undefined) return
    const text = String(value)
    const moved = last.current === null ? 0 : compareDecimals(text, last.current)
    last.current = text
    if (moved !== 0 && ref.current !== null) lightUp(ref.current, moved > 0 ? 'rise' : 'fall')
  }, [value])
  return ref
}

/**
 * Elements that flash in the same task share one timer. Dozens of prices may change at once, and an animation
 * would repaint each of them in every frame.
 */
let lit: Set<HTMLElement> | undefined

function lightUp(element: HTMLElement, direction: 'rise' | 'fall'): void {
  element.setAttribute('data-flash', direction)
  if (lit === undefined) {
    const together = new Set<HTMLElement>()
    lit = together
    // Elements of a later task start a new group.
    queueMicrotask(() => {
      lit = undefined
    })
    setTimeout(() => {
      for (const one of together) one.removeAttribute('data-flash')
    }, flashMs)
  }
  lit.add(element)
}
