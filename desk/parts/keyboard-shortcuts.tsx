import { useEffect } from 'react'
import { useLatest } from '#ui/use-latest.ts'

/** Handlers by lower-case letter. */
type KeyboardShortcuts = Readonly<Record<string, () => void>>

/**
 * Single-key shortcuts for working through the queue. Inactive while typing and while a dialog is open.
 */
export function useKeyboardShortcuts(keys: KeyboardShortcuts): void {
  const latest = useLatest(keys)
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      if (isHeldEnter(event)) event.preventDefault()
      if (event.repeat || !isPlain(event) || isTyping(event.target) || isCovered()) return
      const act = latest.current[event.key.toLowerCase()]
      if (act === undefined) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', handle, true)
    return () => window.removeEventListener('keydown', handle, true)
  }, [latest])
}

/** Without this check, a held Enter key would also confirm the dialog that it has just opened. */
function isHeldEnter(event: KeyboardEvent): boolean {
  return event.repeat && event.key === 'Enter' && event.target instanceof HTMLButtonElement
}

function isPlain(event: KeyboardEvent): boolean {
  return !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input, textarea, select, [contenteditable]')
}

function isCovered(): boolean {
  return document.querySelector('[role=alertdialog], [role=dialog], dialog[open]') !== null
}

/** Shows the key of a shortcut. Screen readers get it from `aria-keyshortcuts`. */
export function KeyCap({ children }: { children: string }) {
  return (
    <span
      aria-hidden="true"
      className="inline-grid min-w-5 place-items-center rounded-[4px] border border-current px-1 text-12 leading-4 font-semibold max-md:hidden"
    >
      {children}
    </span>
  )
}
