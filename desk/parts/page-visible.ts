import { useSyncExternalStore } from 'react'

/** Whether the page can be seen: false in a background tab, or on a locked phone. */
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
