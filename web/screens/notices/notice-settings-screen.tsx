import { useEffect } from 'react'
import { Screen } from '#ui/screen.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useUiLabels } from '#ui/ui-labels.tsx'
import { createNoticePreferences } from '#web/notices/notice-preferences.ts'
import { useAccount, useDictionary, useParts, useStore } from '#web/parts/app-parts.tsx'
import { LoadFailed } from '#web/parts/load-failed.tsx'
import { useBack } from '#web/parts/navigation.ts'
import { useOnPageVisible } from '#web/parts/page-visibility.ts'
import { PushDevice } from '#web/parts/push/push-device.tsx'
import { ChannelTable } from '#web/screens/notices/channel-table.tsx'
import { PushSettings } from '#web/screens/notices/push-settings.tsx'

/** Which notices reach the user on which channel. Every change is saved at once. */
export function NoticeSettingsScreen() {
  const t = useDictionary('notices')
  const back = useBack('/mine/notices')
  return (
    <Screen back={back} title={t('title.notice_settings')}>
      <div className="grid grid-cols-1 gap-4 px-4 pt-1 pb-6">
        <Preferences />
      </div>
    </Screen>
  )
}

function Preferences() {
  const t = useDictionary('notices')
  const { late, live } = useParts()
  const store = late.once(createNoticePreferences)
  const state = useStore(store)
  const account = useAccount()
  // A demo account has no email address.
  const isDemo = account.kind === 'known' && account.user.is_demo === 1
  useEffect(() => {
    void store.refresh()
    return live.onReconnect(() => void store.refresh())
  }, [store, live])
  useOnPageVisible(() => void store.refresh())
  if (state.kind === 'failed')
    return <LoadFailed onRetry={store.refresh} title={t('notices.preferences.failed')} />
  if (state.kind === 'loading' || account.kind === 'loading') return <PreferencesSkeleton />
  const change = (next: Parameters<typeof store.change>[0]) => void store.change(next)
  return (
    <>
      <PushSettings device={<PushDevice />} onChange={change} preferences={state.preferences} />
      <ChannelTable
        channels={isDemo ? ['app', 'push'] : ['app', 'push', 'mail']}
        groups={state.preferences.groups}
        onChange={change}
      />
    </>
  )
}

function PreferencesSkeleton() {
  const words = useUiLabels()
  return (
    <div aria-label={words.loading} className="grid gap-4" role="status">
      <Skeleton className="h-36" shape="box" />
      <Skeleton className="h-160" shape="box" />
    </div>
  )
}
