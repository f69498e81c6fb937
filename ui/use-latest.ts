import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * The value of the latest render, for listeners and timers that outlive a render. A layout effect sets it in the
 * same commit as the DOM: a key pressed just after a button was enabled sees the new value.
 */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
