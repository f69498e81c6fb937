import { useEffect, useRef, useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import { useUiLabels } from '#ui/ui-labels.tsx'

export interface CopyButtonProps {
  readonly text: string
  /** Names the copied thing, such as "Copy address"; defaults to "Copy". */
  readonly label?: string | undefined
  /** Shows the label beside the icon. */
  readonly showLabel?: boolean | undefined
  readonly onCopied?: (() => void) | undefined
  readonly onFailed?: (() => void) | undefined
}

const confirmMs = 1600

export function CopyButton({ text, label, showLabel = false, onCopied, onFailed }: CopyButtonProps) {
  const labels = useUiLabels()
  const [copied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const copy = async (beside: Element) => {
    if (!(await copyText(text, beside))) {
      onFailed?.()
      return
    }
    setCopied(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setCopied(false), confirmMs)
    onCopied?.()
  }
  const name = label ?? labels.copy
  return (
    // The live region is a sibling of the button, because an open sheet hides everything on the page except live
    // regions from screen readers.
    <span className="inline-flex shrink-0">
      <button
        aria-label={showLabel ? undefined : name}
        className="inline-flex min-h-11 min-w-11 items-center justify-center gap-1 rounded-8 px-2 text-13 font-semibold text-accent hover:bg-accent-soft active:opacity-70"
        onClick={(event) => void copy(event.currentTarget)}
        type="button"
      >
        <Icon name={copied ? 'check' : 'copy'} size={18} />
        {showLabel ? name : null}
      </button>
      <span aria-live="polite" className="sr-only">
        {copied ? labels.copied : ''}
      </span>
    </span>
  )
}

/** Copies text to the clipboard; false if the browser refuses. */
async function copyText(text: string, beside: Element): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // `execCommand` works even without permission or TLS.
    return copyBySelection(text, beside)
  }
}

/** Inserts the helper element beside the button: an open sheet would take the focus back from anywhere else. */
function copyBySelection(text: string, beside: Element): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.className = 'sr-only'
  beside.after(area)
  area.select()
  const copied = document.execCommand('copy')
  area.remove()
  if (beside instanceof HTMLElement) beside.focus()
  return copied
}
