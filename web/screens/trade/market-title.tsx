import { useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import type { ListedMarket } from '#web/markets/markets-types.ts'
import { useTranslate } from '#web/parts/app-parts.tsx'
import { useLatePart } from '#web/parts/use-late-part.ts'

const fetchPicker = () => import('#web/screens/trade/market-picker.tsx')

/** Which market this is; a press opens the picker. */
export function MarketTitle({ market }: { market: ListedMarket }) {
  const t = useTranslate()
  const [isOpen, setIsOpen] = useState(false)
  const picker = useLatePart(fetchPicker, isOpen, () => setIsOpen(false))
  return (
    <>
      <button
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        className="-ms-2 min-h-12 max-w-full rounded-8 px-2 text-start transition-colors hover:bg-hover active:bg-hover"
        onClick={() => setIsOpen(true)}
        type="button"
      >
        <span className="flex items-center gap-1">
          <bdi className="truncate">{market.showCode}</bdi>
          <Icon name="chevron-down" size={18} strokeWidth={2.2} />
        </span>
        <bdi className="block truncate text-12 font-normal tracking-normal text-dim">{market.name}</bdi>
        <span className="sr-only">{t('trade.picker.open')}</span>
      </button>
      {picker === undefined ? null : <picker.MarketPicker isOpen={isOpen} onOpenChange={setIsOpen} />}
    </>
  )
}
