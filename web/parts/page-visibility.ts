import { useEffect, useEffectEvent } from 'react'

/** Runs whenever the page comes back into sight: from another tab, another app, a locked phone. */
export function useOnPageVisible(run: () => void): void {
  const shown = useEffectEvent(() => {
    if (document.visibilityState === 'visible') run()
  })
  useEffect(() => {
    document.addEventListener('visibilitychange', shown)
    return () => document.removeEventListener('visibilitychange', shown)
  }, [])
}

/** Runs when the screen is opened, and again whenever the page comes back into sight. */
export function useOnOpenAndVisible(run: () => Promise<void>): void {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void run()
    }
    void run()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [run])
}
