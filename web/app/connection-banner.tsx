import { useEffect, useState } from 'react'
import { ageInUnits } from '#web/live/quote-age.ts'
import { useParts, useStore, useTranslate } from '#web/parts/app-parts.tsx'
import { browserTimers } from '#web/platform/timers.ts'

/** How long the words stay for a screen reader to find. */
const restoredMessageMs = 5_000

/**
 * Lies over everything, sheets and dialogs too, and moves nothing. What a screen reader says has no age in it, so that
 * it is said once and not every second. A modal hides everything from screen readers but elements with `aria-live`.
 */
export function ConnectionBanner({ isGone }: { isGone: boolean }) {
  const t = useTranslate()
  return (
    <div aria-live="off" className="pointer-events-none fixed inset-x-0 top-0 z-90" data-banner="line">
      {isGone ? <GoneStrip /> : null}
      {isGone ? (
        <p className="sr-only" role="alert">
          {t('connection.gone')}
        </p>
      ) : null}
      <p aria-live="polite" className="sr-only">
        {useIsJustBack(isGone) ? t('connection.back') : null}
      </p>
    </div>
  )
}

function GoneStrip() {
  const t = useTranslate()
  const age = ageInUnits(useStore(useParts().quoteAge))
  return (
    <div aria-hidden="true" className="pointer-events-auto bg-warn pt-safe text-ground">
      <p className="px-1 py-0.5 text-center text-12 font-medium text-balance tabular-nums" dir="auto">
        {age === undefined ? t('connection.gone') : t(`connection.gone.${age.unit}`, { count: age.count })}
      </p>
    </div>
  )
}

function useIsJustBack(isGone: boolean): boolean {
  const [wasGone, setWasGone] = useState(isGone)
  if (isGone && !wasGone) setWasGone(true)
  useEffect(() => {
    if (isGone || !wasGone) return
    return browserTimers.after(restoredMessageMs, () => setWasGone(false))
  }, [isGone, wasGone])
  return wasGone && !isGone
}
