import type { LoginHistoryAnswer } from '#contract/calls/session.ts'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { List } from '#ui/list.tsx'
import { Notice } from '#ui/notice.tsx'
import { Screen } from '#ui/screen.tsx'
import { readLoginHistory } from '#web/calls/account.ts'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { usePagedList } from '#web/parts/lists/use-paged-list.ts'
import { useBack } from '#web/parts/navigation.ts'
import { useDateFormat } from '#web/parts/use-date-format.ts'
import { DeviceRow, DeviceRowSkeleton } from '#web/screens/settings/device-row.tsx'

type Login = LoginHistoryAnswer['data'][number]

/** All logins and failed attempts, newest first. */
export function LoginHistory() {
  const t = useDictionary('account')
  const back = useBack('/mine/system')
  const { dateTime } = useDateFormat()
  const list = usePagedList({ key: ['logins'], readPage: readLoginHistory, keyOf })
  return (
    <Screen
      back={back}
      scrollFocusable
      title={t('system.logins')}
      top={<Notice className="mx-4 mb-2">{t('system.logins.hint')}</Notice>}
    >
      <List
        empty={
          <EmptyState icon="shield" text={t('system.logins.none_text')} title={t('system.logins.none')} />
        }
        failedText={t('system.logins.failed')}
        hasMore={list.hasMore}
        items={list.items}
        keyOf={keyOf}
        label={t('system.logins')}
        onMore={list.loadMore}
        onRefresh={list.refresh}
        onRetry={list.retry}
        skeleton={<DeviceRowSkeleton />}
        state={list.status}
      >
        {(login) => (
          <DeviceRow
            address={login.address}
            badge={
              <Badge tone={login.success === 1 ? 'neutral' : 'danger'}>
                {t(login.success === 1 ? 'system.login.good' : 'system.login.bad')}
              </Badge>
            }
            time={dateTime(login.created_at)}
            userAgent={login.device}
          />
        )}
      </List>
    </Screen>
  )
}

/** Combines fields into a key, because the API returns no id for a login. */
function keyOf({ created_at, address, device, success }: Login): string {
  return [created_at, success, address, device].join(' ')
}
