import { Drawer as Base } from '@base-ui/react/drawer'
import type { ReactNode } from 'react'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import { useUiWords } from '#ui/ui-words.tsx'

export interface SheetProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: ReactNode
  /** Keeps the title for those who listen and hides it from those who look. */
  readonly titleHidden?: boolean | undefined
  /** At the end of the title's line, in place of the closing cross: a Figure, a Badge. */
  readonly aside?: ReactNode
  /** Stays in sight below what scrolls: the button at the thumb. */
  readonly footer?: ReactNode
  /** False while leaving would lose something: no swipe, no press outside. */
  readonly dismissible?: boolean | undefined
  /** Where a swipe begins that closes it. A form is left by its title alone: whoever scrolls or steps in it must not lose it. */
  readonly swipe?: 'anywhere' | 'title' | undefined
  readonly children: ReactNode
}

/** Rises from the bottom under the thumb; goes by swipe, by a press outside, by Escape and by its cross. */
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
            {/* A refused swipe must not begin: Base UI leaves alone what carries this attribute. */}
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
  const words = useUiWords()
  if (hidden) return <Base.Title className="sr-only">{title}</Base.Title>
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-3">
      <Base.Title
        className={classes(
          'flex min-w-0 grow flex-wrap items-center gap-x-2 text-17 font-semibold',
          // Beside the cross it takes more lines; what stands aside goes to a line of its own instead.
          aside === undefined && 'basis-0',
        )}
      >
        {title}
      </Base.Title>
      {aside}
      {aside === undefined ? (
        <Base.Close
          aria-label={words.close}
          className="-me-3 grid size-11 place-items-center rounded-8 text-dim hover:bg-hover"
        >
          <Icon name="close" size={20} />
        </Base.Close>
      ) : null}
    </div>
  )
}
