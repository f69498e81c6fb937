import type { ComponentProps, MouseEvent, ReactNode } from 'react'

export interface PressTarget {
  /** Renders a link, which the browser can open in a new tab; `onSelect` still handles a plain click. */
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

/** A link if it has an `href`, otherwise a button. The app does the routing. */
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

/** Clicks with a modifier key belong to the browser: new tab, new window, download. */
function isPlainPress(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}
