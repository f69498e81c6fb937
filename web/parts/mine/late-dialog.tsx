import { lazy, Suspense } from 'react'
import type { DialogProps } from '#ui/dialog.tsx'
import type { useLateOpening } from '#web/parts/use-late-opening.ts'

const Dialog = lazy(async () => ({ default: (await import('#ui/dialog.tsx')).Dialog }))

export type LateDialogProps = Omit<DialogProps, 'open' | 'onOpenChange'> & {
  readonly opening: ReturnType<typeof useLateOpening>
}

/** A question that is fetched when it is first asked. */
export function LateDialog({ opening, ...dialog }: LateDialogProps) {
  if (!opening.isMade) return null
  return (
    <Suspense>
      <Dialog {...dialog} onOpenChange={opening.setIsOpen} open={opening.isOpen} />
    </Suspense>
  )
}
