import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import type { DialogProps } from '#ui/dialog.tsx'
import { useParts, useTranslate } from '#web/parts/app-parts.tsx'

/**
 * Loads the code of an overlay when `isWanted` first becomes true. If that fails, a toast says so, `onFailed` is called
 * and the screen stays as it is. The next time `isWanted` becomes true it tries again.
 */
export function useLazyPart<Part>(
  load: () => Promise<Part>,
  isWanted: boolean,
  onFailed: () => void,
): Part | undefined {
  const { toasts } = useParts()
  const t = useTranslate()
  const [loaded, setLoaded] = useState<{ readonly part: Part }>()
  const fail = useEffectEvent(() => {
    toasts.show({ text: t('transport.failed', { code: 'ERR_NETWORK' }), tone: 'danger' })
    onFailed()
  })
  const isMissing = isWanted && loaded === undefined
  useEffect(() => {
    if (!isMissing) return
    let isCancelled = false
    load().then(
      (part) => setLoaded({ part }),
      () => {
        if (!isCancelled) fail()
      },
    )
    return () => {
      isCancelled = true
    }
  }, [isMissing, load])
  return loaded?.part
}

/**
 * Open state of a sheet or dialog. Render the overlay while `isMounted`, which stays true after the first opening, so
 * that closing can animate.
 */
export function useLazyOpening() {
  const [isOpen, setIsOpen] = useState(false)
  const [isMounted, setIsMounted] = useState(false)
  const open = () => {
    setIsMounted(true)
    setIsOpen(true)
  }
  return { isOpen, setIsOpen, isMounted, open }
}

const Dialog = lazy(async () => ({ default: (await import('#ui/dialog.tsx')).Dialog }))

type LazyDialogProps = Omit<DialogProps, 'open' | 'onOpenChange'> & {
  readonly opening: ReturnType<typeof useLazyOpening>
}

/** A dialog whose code loads when it is first opened. */
export function LazyDialog({ opening, ...dialog }: LazyDialogProps) {
  if (!opening.isMounted) return null
  return (
    <Suspense>
      <Dialog {...dialog} onOpenChange={opening.setIsOpen} open={opening.isOpen} />
    </Suspense>
  )
}
