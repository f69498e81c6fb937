import { useEffect, useEffectEvent, useState } from 'react'
import { useParts, useTranslate } from '#web/parts/app-parts.tsx'

/**
 * What lies over a screen, fetched when it is first wanted. Where it cannot be had that is said and the screen stays as it
 * is; the next wish asks for it anew.
 */
export function useLatePart<Part>(
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
