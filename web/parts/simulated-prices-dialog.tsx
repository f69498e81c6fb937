import { useEffect } from 'react'
import { Dialog } from '#ui/dialog.tsx'
import { realTradesOf } from '#web/parts/account/opening-block.ts'
import { useDictionary, useParts, useStore } from '#web/parts/app-parts.tsx'

type SimulatedPricesDialogProps = {
  readonly isOpen: boolean
  readonly setIsOpen: (isOpen: boolean) => void
}

/** Explains simulated prices, and says whether real accounts may open orders on them. */
export function SimulatedPricesDialog({ isOpen, setIsOpen }: SimulatedPricesDialogProps) {
  const t = useDictionary('trading')
  const parts = useParts()
  const realTrades = useStore(realTradesOf(parts))
  useEffect(() => {
    if (isOpen) void realTradesOf(parts).refresh()
  }, [isOpen, parts])
  return (
    <Dialog
      confirmLabel={t('act.ok')}
      onConfirm={() => setIsOpen(false)}
      onOpenChange={setIsOpen}
      open={isOpen}
      text={t('simulated.text')}
      title={t('simulated.title')}
    >
      {/* The lines are reserved, so that nothing moves when the answer arrives. */}
      <p aria-live="polite" className="min-h-15">
        {realTrades === undefined ? null : t(realTrades ? 'simulated.real_on' : 'simulated.real_off')}
      </p>
    </Dialog>
  )
}
