import { useEffect, useRef, useState } from 'react'

/** While one runs no other begins, however fast somebody presses; whoever leaves breaks it off. */
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
