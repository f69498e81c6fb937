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
