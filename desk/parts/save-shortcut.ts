import { useEffect } from 'react'
import { useLatest } from '#ui/use-latest.ts'

/** Ctrl+S, or Command+S, saves. It also works while typing. */
export function useSaveShortcut(save: () => void): void {
  const latest = useLatest(save)
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      const isSave = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === 's'
      if (!isSave) return
      event.preventDefault()
      if (!event.repeat && document.querySelector('[role=alertdialog], dialog[open]') === null)
        latest.current()
    }
    window.addEventListener('keydown', handle)
    return () => window.removeEventListener('keydown', handle)
  }, [latest])
}
