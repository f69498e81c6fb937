import { useDirection } from '@base-ui/react/direction-provider'
import { Drawer as Base } from '@base-ui/react/drawer'
import type { ReactNode } from 'react'
import { Icon } from '#ui/icon.tsx'
import { useUiLabels } from '#ui/ui-labels.tsx'

export interface DrawerProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** The edge from which the drawer slides in. `start` is the left edge, or the right one in Arabic. */
  readonly side?: 'start' | 'end' | undefined
  readonly title: ReactNode
  /** Stays fixed below the title while the content scrolls: a search field. */
  readonly top?: ReactNode
  readonly footer?: ReactNode
  readonly children: ReactNode
}

/** A panel that slides in from a side edge and closes with a swipe towards that edge. */
export function Drawer({ open, onOpenChange, side = 'start', title, top, footer, children }: DrawerProps) {
  const labels = useUiLabels()
  const isMirrored = useDirection() === 'rtl'
  const edge = (side === 'start') === isMirrored ? 'right' : 'left'
  return (
    <Base.Root onOpenChange={onOpenChange} open={open} swipeDirection={edge}>
      <Base.Portal>
        <Base.Backdrop className="scrim" />
        <Base.Viewport className="over">
          <Base.Popup className="drawer pt-safe pb-safe" data-edge={edge}>
            <div className="flex min-h-13 shrink-0 items-center gap-3 ps-4 pe-1">
              <Base.Title className="min-w-0 grow truncate text-17 font-semibold">{title}</Base.Title>
              <Base.Close
                aria-label={labels.close}
                className="grid size-11 place-items-center rounded-8 text-dim hover:bg-hover"
              >
                <Icon name="close" size={20} />
              </Base.Close>
            </div>
            {top === undefined ? null : <div className="shrink-0 px-4 pb-3">{top}</div>}
            <Base.Content className="min-h-0 grow overflow-y-auto overscroll-contain">
              {children}
            </Base.Content>
            {footer === undefined ? null : (
              <div className="shrink-0 border-t border-line px-4 py-3">{footer}</div>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
