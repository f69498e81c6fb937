import { Screen } from '#ui/screen.tsx'
import { SkeletonRow } from '#ui/skeleton.tsx'
import { useParts, useStore, useTranslate } from '#web/parts/app-parts.tsx'
import { useLateCode } from '#web/parts/late-code.tsx'
import { LoadFailed } from '#web/parts/load-failed.tsx'
import { useBack } from '#web/parts/navigation.ts'
import type { ScreenProps } from '#web/parts/screen-props.ts'
import { MarketSearchScreen } from '#web/screens/market-search/market-search-screen.tsx'

/** Few installations need it. */
const providersCode = {
  dictionaries: ['providers'],
  load: async () =>
    (await import('#web/screens/market-search/provider-search-screen.tsx')).ProviderSearchScreen,
} as const

/** Searches markets, or providers in main-company mode. */
export function ProductScreen(props: ScreenProps) {
  const { isModeOn } = useStore(useParts().provider)
  const { part: ProviderSearch, hasFailed, retry } = useLateCode(providersCode, isModeOn === true)
  if (isModeOn === false) return <MarketSearchScreen />
  if (ProviderSearch !== undefined) return <ProviderSearch {...props} />
  return <Waiting failed={hasFailed} onRetry={retry} />
}

const rows = [1, 2, 3]

/** Until the server has said what to search. */
function Waiting({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  const t = useTranslate()
  return (
    <div aria-busy={!failed} className="h-full">
      <Screen back={useBack()} title={t('title.product')}>
        {failed ? (
          <LoadFailed onRetry={async () => onRetry()} title={t('app.failed.title')} />
        ) : (
          rows.map((row) => <SkeletonRow key={row} />)
        )}
      </Screen>
    </div>
  )
}
