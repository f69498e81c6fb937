import { Drawer as Base } from '@base-ui/react/drawer'
import type { ReactNode } from 'react'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import { useUiLabels } from '#ui/ui-labels.tsx'

export interface SheetProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: ReactNode
  /** Hides the title visually and keeps it for screen readers. */
  readonly titleHidden?: boolean | undefined
  /** At the end of the title row, instead of the close button: a Figure, a Badge. */
  readonly aside?: ReactNode
  /** Fixed below the scrolling content: the main button. */
  readonly footer?: ReactNode
  /** Set to false while closing would lose data. Disables swipes and presses outside. */
  readonly dismissible?: boolean | undefined
  /** Area where a closing swipe may start. With a form, use `title`, so that scrolling does not close the sheet. */
  readonly swipe?: 'anywhere' | 'title' | undefined
  readonly children: ReactNode
}

/** Bottom sheet; closes by swipe, by a press outside, by Escape and by its close button. */
export function Sheet(props: SheetProps) {
  const {
    open,
    onOpenChange,
    title,
    titleHidden = false,
    aside,
    footer,
    dismissible = true,
    swipe = 'anywhere',
    children,
  } = props
  const unswiped = swipe === 'title' ? '' : undefined
  return (
    <Base.Root
      disablePointerDismissal={!dismissible}
      onOpenChange={onOpenChange}
      open={open}
      swipeDirection="down"
    >
      <Base.VirtualKeyboardProvider>
        <Base.Portal>
          <Base.Backdrop className="scrim" />
          <Base.Viewport className="over">
            {/* Base UI does not start a swipe on elements with this attribute. */}
            <Base.Popup className="sheet" data-base-ui-swipe-ignore={dismissible ? undefined : ''}>
              <div className="shrink-0 px-4 pt-2">
                <span aria-hidden="true" className="mx-auto block h-1 w-9 rounded-full bg-edge opacity-60" />
                <SheetTitle aside={aside} hidden={titleHidden} title={title} />
              </div>
              <Base.Content
                className="min-h-0 grow overflow-y-auto overscroll-contain px-4 pt-1 pb-4"
                data-base-ui-swipe-ignore={unswiped}
              >
                {children}
              </Base.Content>
              <div
                data-base-ui-swipe-ignore={unswiped}
                className={classes(
                  'shrink-0 px-4 pb-[max(env(safe-area-inset-bottom,0px),var(--drawer-keyboard-inset,0px))]',
                  footer !== undefined && 'border-t border-line pt-3',
                )}
              >
                {footer === undefined ? null : <div className="late-presses pb-4">{footer}</div>}
              </div>
            </Base.Popup>
          </Base.Viewport>
        </Base.Portal>
      </Base.VirtualKeyboardProvider>
    </Base.Root>
  )
}

function SheetTitle({ title, hidden, aside }: { title: ReactNode; hidden: boolean; aside: ReactNode }) {
  const labels = useUiLabels()
  if (hidden) return <Base.Title className="sr-only">{title}</Base.Title>
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-3">
      <Base.Title
        className={classes(
          'flex min-w-0 grow flex-wrap items-center gap-x-2 text-17 font-semibold',
          // A long title wraps beside the close button; an `aside` moves to the next line instead.
          aside === undefined && 'basis-0',
        )}
      >
        {title}
      </Base.Title>
      {aside}
      {aside === undefined ? (
        <Base.Close
          aria-label={labels.close}
          className="-me-3 grid size-11 place-items-center rounded-8 text-dim hover:bg-hover"
        >
          <Icon name="close" size={20} />
        </Base.Close>
      ) : null}
    </div>
  )
}
