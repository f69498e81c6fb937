import { useEffect, useEffectEvent } from 'react'

/** Runs whenever the page comes back into sight: from another tab, another app, a locked phone. */
export function useWhenShown(run: () => void): void {
  const shown = useEffectEvent(() => {
    if (document.visibilityState === 'visible') run()
  })
  useEffect(() => {
    document.addEventListener('visibilitychange', shown)
    return () => document.removeEventListener('visibilitychange', shown)
  }, [])
}
