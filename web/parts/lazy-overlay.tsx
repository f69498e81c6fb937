import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import type { DialogProps } from '#ui/dialog.tsx'
import { useParts, useTranslate } from '#web/parts/app-parts.tsx'

/**
 * What lies over a screen, fetched when it is first wanted. Where it cannot be had that is said and the screen stays as it
 * is; the next wish asks for it anew.
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
    let isOver = false
    load().then(
      (part) => setLoaded({ part }),
      () => {
        if (!isOver) fail()
      },
    )
    return () => {
      isOver = true
    }
  }, [isMissing, load])
  return loaded?.part
}

/** Whether a sheet or a drawer is open. It is made when it is first opened and stays, so that it can also leave the screen. */
export function useLazyOpening() {
  const [isOpen, setIsOpen] = useState(false)
  const [isMade, setIsMade] = useState(false)
  const open = () => {
    setIsMade(true)
    setIsOpen(true)
  }
  return { isOpen, setIsOpen, isMade, open }
}

const Dialog = lazy(async () => ({ default: (await import('#ui/dialog.tsx')).Dialog }))

type LazyDialogProps = Omit<DialogProps, 'open' | 'onOpenChange'> & {
  readonly opening: ReturnType<typeof useLazyOpening>
}

/** A question that is fetched when it is first asked. */
export function LazyDialog({ opening, ...dialog }: LazyDialogProps) {
  if (!opening.isMade) return null
  return (
    <Suspense>
      <Dialog {...dialog} onOpenChange={opening.setIsOpen} open={opening.isOpen} />
    </Suspense>
  )
}
