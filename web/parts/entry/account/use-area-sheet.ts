import { type ComponentType, useEffect, useState } from 'react'
import { useBook, useParts } from '#web/parts/app-parts.tsx'
import type { AreaSheetProps } from '#web/parts/entry/account/area-sheet.tsx'

/**
 * The sheet of countries, fetched as soon as a number may be typed, so that it opens at once. Not by `lazy`: that would
 * hold it back for a moment even when it is there, and a failure would take the whole form with it.
 */
export function useAreaSheet() {
  const t = useBook('entry')
  const { toasts } = useParts()
  const [Sheet, setSheet] = useState<ComponentType<AreaSheetProps>>()
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    loadSheet().then(
      (loaded) => setSheet(() => loaded),
      // Whoever wants it has it fetched again.
      () => undefined,
    )
  }, [])
  const open = () => {
    setIsOpen(true)
    if (Sheet !== undefined) return
    loadSheet().then(
      (loaded) => setSheet(() => loaded),
      () => {
        setIsOpen(false)
        toasts.show({ text: t('entry.area.failed'), tone: 'danger' })
      },
    )
  }
  return { Sheet, isOpen, setIsOpen, open }
}

async function loadSheet(): Promise<ComponentType<AreaSheetProps>> {
  return (await import('#web/parts/entry/account/area-sheet.tsx')).AreaSheet
}
