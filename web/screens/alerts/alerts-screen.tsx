import { useEffect, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { List } from '#ui/list.tsx'
import { ListGroup } from '#ui/list-group.tsx'
import { Screen } from '#ui/screen.tsx'
import type { ListedMarket } from '#web/markets/markets-types.ts'
import type { AlertRequest } from '#web/parts/alerts/alert-sheet.tsx'
import { LazyAlertSheet } from '#web/parts/alerts/lazy-alert-sheet.tsx'
import { useAlerts } from '#web/parts/alerts/use-alerts.ts'
import { useDictionary, useParts, useStore } from '#web/parts/app-parts.tsx'
import { useBack } from '#web/parts/navigation.ts'
import { PushDevice } from '#web/parts/push/push-device.tsx'
import type { ScreenProps } from '#web/parts/screen-props.ts'
import { type Again, AlertCard } from '#web/screens/alerts/alert-card.tsx'
import { groupAlerts } from '#web/screens/alerts/alert-groups.ts'

/** The user's price alerts by market, and the notifications of this device. */
export function AlertsScreen({ name }: ScreenProps) {
  const t = useDictionary('alerts')
  const query = useAlerts()
  const groups = useMemo(() => groupAlerts(query.data ?? []), [query.data])
  const listed = useListedMarkets()
  const [opened, setOpened] = useState<OpenedForm>()
  const again: Again = (market, start) => setOpened({ market, request: { kind: 'new', start } })
  const refresh = () => void query.refetch()
  return (
    <Screen back={useBack('/user')} title={t(`title.${name}`)}>
      <div className="pt-1 pb-6">
        <List
          empty={<NoAlerts />}
          failedText={t('alerts.failed')}
          items={groups}
          keyOf={({ marketId }) => String(marketId)}
          label={t('alerts.list')}
          onRefresh={refresh}
          onRetry={refresh}
          skeletonCount={3}
          state={
            query.isError && !query.isFetching ? 'failed' : query.data === undefined ? 'loading' : 'ready'
          }
          variant="cards"
        >
          {(group) => (
            <AlertCard
              group={group}
              market={listed.find(({ id }) => id === group.marketId)}
              onAgain={again}
            />
          )}
        </List>
        <div className="px-4 pt-6">
          <ListGroup>
            <PushDevice />
          </ListGroup>
        </div>
      </div>
      {opened === undefined ? null : (
        <LazyAlertSheet {...opened} onClose={() => setOpened({ ...opened, request: undefined })} />
      )}
    </Screen>
  )
}

type OpenedForm = { readonly market: ListedMarket; readonly request: AlertRequest | undefined }

/** The markets, with their quotes while the screen is open. */
function useListedMarkets(): readonly ListedMarket[] {
  const { markets } = useParts()
  useEffect(() => {
    void markets.refresh()
    return markets.watch()
  }, [markets])
  return useStore(markets.list).markets
}

function NoAlerts() {
  const t = useDictionary('alerts')
  const [, go] = useLocation()
  return (
    <EmptyState
      action={
        <ButtonLink href="/trade" onSelect={() => go('/trade')}>
          {t('alerts.none.open')}
        </ButtonLink>
      }
      icon="bell"
      text={t('alerts.none.text')}
      title={t('alerts.none')}
    />
  )
}
