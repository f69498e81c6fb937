import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Screen } from '#ui/screen.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useUiWords } from '#ui/ui-words.tsx'
import { useParts, useTranslate } from '#web/parts/app-parts.tsx'

export type NoMarketViewProps = { readonly hasFailed: boolean; readonly tabBar: boolean }

/** While the markets are on their way, and when they do not come. */
export function NoMarketView({ hasFailed, tabBar }: NoMarketViewProps) {
  const t = useTranslate()
  const words = useUiWords()
  const { markets } = useParts()
  return (
    <Screen tabBar={tabBar} title={t('title.trade')}>
      {hasFailed ? (
        <EmptyState
          action={
            <Button icon="refresh" onClick={() => void markets.refresh()} variant="secondary">
              {words.retry}
            </Button>
          }
          icon="warning"
          title={t('home.failed')}
        />
      ) : (
        <div aria-label={words.loading} className="grid gap-4 px-4 pt-2" role="status">
          <Skeleton className="h-8 w-36" />
          <div className="grid grid-cols-4 gap-2">
            {['high', 'low', 'open', 'volume'].map((figure) => (
              <Skeleton className="h-8" key={figure} />
            ))}
          </div>
          <Skeleton className="h-9" />
          <Skeleton className="h-80" shape="box" />
        </div>
      )}
    </Screen>
  )
}
