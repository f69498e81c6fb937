import { useEffect, useEffectEvent, useState } from 'react'
import type { DialogProps } from '#ui/dialog.tsx'
import { useParts, useTranslate } from '#web/parts/app-parts.tsx'
import type { LateCode } from '#web/stores/late-parts.ts'

type LateCodeState<Part> = {
  /** Undefined until the code is loaded. */
  readonly part: Part | undefined
  readonly hasFailed: boolean
  readonly retry: () => void
}

/**
 * Loads code when `isWanted` first becomes true. Not `React.lazy`, which keeps a failure for as long as the page is
 * open, and shows a fallback for a moment even if the code is loaded.
 */
export function useLateCode<Part>(code: LateCode<Part>, isWanted = true): LateCodeState<Part> {
  const { late } = useParts()
  const [loaded, setLoaded] = useState(() => late.loaded(code))
  const [hasFailed, setHasFailed] = useState(false)
  // Tries again when it is wanted the next time.
  if (hasFailed && !isWanted) setHasFailed(false)
  const isMissing = isWanted && loaded === undefined && !hasFailed
  useEffect(() => {
    if (!isMissing) return
    let isCancelled = false
    late.load(code).then(
      (part) => setLoaded({ part }),
      () => {
        if (!isCancelled) setHasFailed(true)
      },
    )
    return () => {
      isCancelled = true
    }
  }, [late, code, isMissing])
  return { part: loaded?.part, hasFailed, retry: () => setHasFailed(false) }
}

/**
 * The code of an overlay. If it cannot be loaded, a toast says so, `onFailed` is called and the screen stays as it is.
 * The next time `isWanted` becomes true it tries again.
 */
export function useLateOverlay<Part>(
  code: LateCode<Part>,
  isWanted: boolean,
  onFailed: () => void,
): Part | undefined {
  const { toasts } = useParts()
  const t = useTranslate()
  const { part, hasFailed } = useLateCode(code, isWanted)
  const fail = useEffectEvent(() => {
    toasts.show({ text: t('transport.failed', { code: 'ERR_NETWORK' }), tone: 'danger' })
    onFailed()
  })
  useEffect(() => {
    if (hasFailed) fail()
  }, [hasFailed])
  return part
}

const dialogCode = { load: async () => (await import('#ui/dialog.tsx')).Dialog }

type LateDialogProps = Omit<DialogProps, 'open' | 'onOpenChange'> & {
  readonly isOpen: boolean
  readonly setIsOpen: (isOpen: boolean) => void
}

/** A dialog whose code loads when it is first opened. */
export function LateDialog({ isOpen, setIsOpen, ...dialog }: LateDialogProps) {
  const Dialog = useLateOverlay(dialogCode, isOpen, () => setIsOpen(false))
  return Dialog === undefined ? null : <Dialog {...dialog} onOpenChange={setIsOpen} open={isOpen} />
}
