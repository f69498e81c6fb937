import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * The value of the newest render, for listeners and timers that outlive a render. It is set in the same commit that
 * changes the page, so a key pressed as soon as a button is enabled finds it enabled too.
 */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
