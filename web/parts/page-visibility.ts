import { useEffect, useEffectEvent } from 'react'

/** Calls `run` whenever the page becomes visible again: after another tab, another app or a locked phone. */
export function useOnPageVisible(run: () => void): void {
  const shown = useEffectEvent(() => {
    if (document.visibilityState === 'visible') run()
  })
  useEffect(() => {
    document.addEventListener('visibilitychange', shown)
    return () => document.removeEventListener('visibilitychange', shown)
  }, [])
}

/** Calls `run` when the screen opens, and again whenever the page becomes visible. */
export function useOnOpenAndVisible(run: () => Promise<void>): void {
  useEffect(() => {
    const runIfVisible = () => {
      if (document.visibilityState === 'visible') void run()
    }
    void run()
    document.addEventListener('visibilitychange', runIfVisible)
    return () => document.removeEventListener('visibilitychange', runIfVisible)
  }, [run])
}
