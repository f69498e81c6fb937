import { useEffect } from 'react'
import { PullToRefresh } from '#ui/pull-to-refresh.tsx'
import { Screen } from '#ui/screen.tsx'
import { MarginNotice } from '#web/parts/account/funds.tsx'
import { useAccount, useBook, useParts } from '#web/parts/app-parts.tsx'
import { TryAgain } from '#web/parts/load-failed.tsx'
import { useWhenShown } from '#web/parts/page-visibility.ts'
import type { ScreenProps } from '#web/parts/screen-props.ts'
import { AccountEntries } from '#web/screens/user/account-entries.tsx'
import { BalanceCard } from '#web/screens/user/balance-card.tsx'
import { OtherEntries } from '#web/screens/user/other-entries.tsx'
import { Profile } from '#web/screens/user/profile.tsx'
import { RegisterPanel } from '#web/screens/user/register-panel.tsx'
import { UserSkeleton } from '#web/screens/user/user-skeleton.tsx'

export function UserScreen({ tabBar }: ScreenProps) {
  const t = useBook('account')
  const { account, portfolio } = useParts()
  const refresh = () => {
    void account.refresh()
    void portfolio.refresh()
  }
  // Runs again whenever the screen comes back from being kept alive: an identity may have been verified meanwhile.
  useEffect(() => {
    if (account.getSnapshot().kind !== 'loading') void account.refresh()
    if (portfolio.funds.getSnapshot().kind !== 'loading') void portfolio.refresh()
  }, [account, portfolio])
  useWhenShown(refresh)
  return (
    <Screen tabBar={tabBar} title={t('title.user')}>
      <PullToRefresh onRefresh={refresh}>
        <div className="grid grid-cols-1 gap-4 px-4 pt-1 pb-6">
          <OwnAccount />
          <OtherEntries />
        </div>
      </PullToRefresh>
    </Screen>
  )
}

function OwnAccount() {
  const t = useBook('account')
  const { account } = useParts()
  const state = useAccount()
  if (state.kind === 'unknown') {
    return <TryAgain onRetry={account.refresh} text={t('user.failed.text')} title={t('user.failed')} />
  }
  if (state.kind !== 'known') return <UserSkeleton />
  const { user } = state
  return (
    <>
      <Profile user={user} />
      <MarginNotice />
      <BalanceCard user={user} />
      {user.is_demo === 1 ? <RegisterPanel /> : null}
      <AccountEntries user={user} />
    </>
  )
}
