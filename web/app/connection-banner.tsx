import { useEffect, useState } from 'react'
import { browserTimers } from '#browser/platform/timers.ts'
import { ageInUnits } from '#web/live/quote-age.ts'
import { useParts, useStore, useTranslate } from '#web/parts/app-parts.tsx'

/** How long the message about a restored connection stays available to screen readers. */
const restoredMessageMs = 5_000

/**
 * Covers sheets and dialogs as well, without moving the layout. The text for screen readers has no age, so it is
 * announced once and not every second. `aria-live` keeps it announced while a modal hides the rest of the page.
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
        {useIsRestored(isGone) ? t('connection.back') : null}
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

function useIsRestored(isGone: boolean): boolean {
  const [wasGone, setWasGone] = useState(isGone)
  if (isGone && !wasGone) setWasGone(true)
  useEffect(() => {
    if (isGone || !wasGone) return
    return browserTimers.after(restoredMessageMs, () => setWasGone(false))
  }, [isGone, wasGone])
  return wasGone && !isGone
}
