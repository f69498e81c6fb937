import { type ReactNode, useState } from 'react'
import { Badge } from '#ui/badge.tsx'
import { Icon } from '#ui/icon.tsx'
import { Notice } from '#ui/notice.tsx'
import { useParts, useTranslate } from '#web/parts/app-parts.tsx'
import { useLateOverlay } from '#web/parts/late-code.tsx'

const explanationCode = {
  dictionaries: ['trading'],
  load: async () => (await import('#web/parts/simulated-prices-dialog.tsx')).SimulatedPricesDialog,
} as const

type MarkProps = { readonly children: (open: () => void) => ReactNode }

/** Renders nothing on a real feed. A press on the mark explains it. */
function SimulatedPricesMark({ children }: MarkProps) {
  const { hasSimulatedPrices } = useParts()
  const [isOpen, setIsOpen] = useState(false)
  const Explanation = useLateOverlay(explanationCode, isOpen, () => setIsOpen(false))
  if (!hasSimulatedPrices) return null
  return (
    <>
      {children(() => setIsOpen(true))}
      {Explanation === undefined ? null : <Explanation isOpen={isOpen} setIsOpen={setIsOpen} />}
    </>
  )
}

/** Says in a line that prices are simulated. */
export function SimulatedPricesNotice({ className }: { className?: string | undefined }) {
  const t = useTranslate()
  return (
    <SimulatedPricesMark>
      {(open) => (
        <div className={className}>
          <Notice action={<Icon name="info" size={16} />} onPress={open}>
            {t('prices.simulated')}
          </Notice>
        </div>
      )}
    </SimulatedPricesMark>
  )
}

/** Badge for screens without room for the notice. */
export function SimulatedPricesBadge() {
  const t = useTranslate()
  return (
    <SimulatedPricesMark>
      {(open) => (
        <button
          aria-haspopup="dialog"
          className="relative flex min-w-11 shrink after:absolute after:inset-x-0 after:-inset-y-3"
          onClick={open}
          type="button"
        >
          <Badge className="grow shrink" tone="warn">
            {t('trade.simulated')}
          </Badge>
        </button>
      )}
    </SimulatedPricesMark>
  )
}
