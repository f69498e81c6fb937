import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * The value of the latest render, for listeners and timers that run later. A layout effect sets it in the same commit
 * as the DOM. So a key pressed just after a button was enabled is handled with the new value.
 */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
