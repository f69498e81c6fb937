import { useEffect, useRef, useState } from 'react'

/** Runs one task at a time: a double tap starts it once. Leaving the screen aborts it. */
export function useSingleFlight() {
  const [isBusy, setIsBusy] = useState(false)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const run = async (work: (signal: AbortSignal) => Promise<void>) => {
    if (running.current !== undefined) return
    const controller = new AbortController()
    running.current = controller
    setIsBusy(true)
    try {
      await work(controller.signal)
    } finally {
      running.current = undefined
      setIsBusy(false)
    }
  }
  return { isBusy, run }
}
