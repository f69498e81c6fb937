import { type RefObject, useLayoutEffect, useRef } from 'react'
import { compareDecimals } from '#ui/decimal-step.ts'

/** Marks an element when its value moves. It writes one attribute and renders nothing again. */
export function useFlash(value: string | number | null | undefined): RefObject<HTMLSpanElement | null> {
  const ref = useRef<HTMLSpanElement>(null)
  const last = useRef<{ text: string; turn: 0 | 1 } | null>(null)
  useLayoutEffect(() => {
    if (value === null || value === undefined) return
    const text = String(value)
    const before = last.current
    const moved = before === null ? 0 : compareDecimals(text, before.text)
    const turn = before?.turn === 0 && moved !== 0 ? 1 : 0
    last.current = { text, turn: moved === 0 && before !== null ? before.turn : turn }
    if (moved !== 0) ref.current?.setAttribute('data-flash', `${moved > 0 ? 'rise' : 'fall'}-${turn}`)
  }, [value])
  return ref
}
