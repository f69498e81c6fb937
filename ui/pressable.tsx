import type { ComponentProps, MouseEvent, ReactNode } from 'react'

export interface PressTarget {
  /** Makes it a link, so that it can be opened elsewhere; the app still handles a plain press through `onSelect`. */
  readonly href?: string | undefined
  readonly onSelect?: (() => void) | undefined
}

type Shared = Pick<
  ComponentProps<'a'>,
  'className' | 'id' | 'aria-label' | 'aria-current' | 'aria-describedby' | 'aria-expanded' | 'aria-haspopup'
>

export interface PressableProps extends PressTarget, Shared {
  readonly disabled?: boolean | undefined
  readonly children: ReactNode
}

/** A link when it leads somewhere, a button when it does something. Routing stays with the app. */
export function Pressable({ href, onSelect, disabled, children, ...rest }: PressableProps) {
  if (href === undefined || disabled) {
    return (
      <button disabled={disabled} onClick={onSelect} type="button" {...rest}>
        {children}
      </button>
    )
  }
  const handleClick = (event: MouseEvent) => {
    if (onSelect === undefined || !isPlainPress(event)) return
    event.preventDefault()
    onSelect()
  }
  return (
    <a href={href} onClick={handleClick} {...rest}>
      {children}
    </a>
  )
}

/** Anything with a modifier key belongs to the browser: new tab, new window, download. */
function isPlainPress(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}
