import { useEffect, useRef, useState } from 'react'
import { copyText } from '#ui/copy-text.ts'
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
