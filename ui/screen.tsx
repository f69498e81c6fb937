import { type ReactNode, useRef } from 'react'
import { classes } from '#ui/classes.ts'
import { IconButton } from '#ui/icon-button.tsx'
import type { PressTarget } from '#ui/pressable.tsx'
import { ScrollContainer } from '#ui/scroll-container.tsx'
import { useUiLabels } from '#ui/ui-labels.tsx'

export interface ScreenProps {
  /** A string or the Logo. Rendered as the heading of the screen. */
  readonly title: ReactNode
  /** Target of the back arrow, which is hidden without it. */
  readonly back?: PressTarget | undefined
  /** IconButtons and Badges at the end of the title row. */
  readonly actions?: ReactNode
  /** Fixed below the title row: notices, chips, tabs. */
  readonly top?: ReactNode
  /** Fixed below the content: the main buttons. */
  readonly footer?: ReactNode
  /** Leaves room for the TabBar, which overlays the screen. */
  readonly tabBar?: boolean | undefined
  /** Set for screens without controls: the scroll area itself then receives keyboard focus. */
  readonly scrollFocusable?: boolean | undefined
  readonly children: ReactNode
}

/** Layout of a screen. It has its own scroll area, so that a kept-alive screen keeps its scroll position. */
export function Screen(props: ScreenProps) {
  const { title, back, actions, top, footer, tabBar = false, scrollFocusable = false, children } = props
  const scroller = useRef<HTMLElement>(null)
  const labels = useUiLabels()
  return (
    <div className="flex h-full flex-col bg-ground">
      <header className="column shrink-0 pt-safe">
        <div
          className={classes('flex min-h-13 items-center gap-1 pe-2', back === undefined ? 'ps-4' : 'ps-1')}
        >
          {back === undefined ? null : <IconButton {...back} icon="back" label={labels.back} />}
          <h1
            className={classes(
              'flex min-w-0 grow basis-0 items-center font-bold tracking-tight',
              back === undefined ? 'text-20' : 'text-17',
            )}
          >
            {typeof title === 'string' ? <span className="truncate">{title}</span> : title}
          </h1>
          {actions}
        </div>
        {top}
      </header>
      <main
        className={classes(
          'relative min-h-0 grow overflow-x-hidden overflow-y-auto overscroll-y-contain',
          scrollFocusable ? 'focus-visible:-outline-offset-2' : 'outline-none',
          tabBar && footer === undefined && 'pb-tab-bar',
          !tabBar && footer === undefined && 'pb-safe',
        )}
        ref={scroller}
        // A scrollable region must be reachable by keyboard.
        tabIndex={scrollFocusable ? 0 : -1}
      >
        <ScrollContainer value={scroller}>
          <div className="column">{children}</div>
        </ScrollContainer>
      </main>
      {footer === undefined ? null : (
        <footer
          className={classes('shrink-0 border-t border-line bg-ground', tabBar ? 'pb-tab-bar' : 'pb-safe')}
        >
          <div className="column px-4 py-3">{footer}</div>
        </footer>
      )}
    </div>
  )
}
