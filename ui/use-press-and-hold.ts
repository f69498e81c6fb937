import { useEffect, useRef } from 'react'
import { useLatest } from '#ui/use-latest.ts'

const firstDelayMs = 400
const slowestMs = 120
const fastestMs = 30

/**
 * A press acts once; holding repeats the action at increasing speed. The single action waits for the click: a
 * scroll that starts on the button changes nothing, and the keyboard works too.
 */
export function usePressAndHold(act: () => void) {
  const latest = useLatest(act)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const repeated = useRef(false)

  useEffect(() => () => clearTimeout(timer.current), [])

  const repeat = (delayMs: number) => {
    repeated.current = true
    latest.current()
    timer.current = setTimeout(() => repeat(Math.max(fastestMs, delayMs * 0.9)), delayMs)
  }
  const stop = () => clearTimeout(timer.current)

  return {
    onPointerDown() {
      repeated.current = false
      timer.current = setTimeout(() => repeat(slowestMs), firstDelayMs)
    },
    onPointerUp: stop,
    onPointerLeave: stop,
    onPointerCancel: stop,
    onContextMenu: (event: { preventDefault(): void }) => event.preventDefault(),
    onClick() {
      stop()
      if (!repeated.current) latest.current()
      repeated.current = false
    },
  }
}
