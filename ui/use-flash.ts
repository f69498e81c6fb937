import { type RefObject, useLayoutEffect, useRef } from 'react'
import { compareDecimals } from '#ui/compare-decimals.ts'

/** Shorter than the pause between two pushes of prices, so that each is seen by itself. */
const flashMs = 200

/** Marks an element for a moment when its value moves. It writes one attribute and renders nothing again. */
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
 * Lit in one stroke and put out in one stroke, and all that were lit together are put out together: dozens of prices
 * may move at once, and an animation would draw each of them at every frame.
 */
let lit: Set<HTMLElement> | undefined

function lightUp(element: HTMLElement, direction: 'rise' | 'fall'): void {
  element.setAttribute('data-flash', direction)
  if (lit === undefined) {
    const together = new Set<HTMLElement>()
    lit = together
    // Whoever is lit later than this task belongs to the next stroke.
    queueMicrotask(() => {
      lit = undefined
    })
    setTimeout(() => {
      for (const one of together) one.removeAttribute('data-flash')
    }, flashMs)
  }
  lit.add(element)
}
