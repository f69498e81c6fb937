import { useSyncExternalStore } from 'react'

/** Whether somebody can see the page: false in a background tab, or on a locked phone. */
export function usePageVisible(): boolean {
  return useSyncExternalStore(subscribe, isVisible)
}

function isVisible(): boolean {
  return document.visibilityState === 'visible'
}

function subscribe(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}
