import { useEffect } from 'react'

/** Runs when the screen is opened, and again whenever the page comes back into sight. */
export function useOnReturn(run: () => Promise<void>): void {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void run()
    }
    void run()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [run])
}
