import { useEffect } from 'react'
import { useLocation } from 'wouter'
import type { UserFields } from '#contract/calls/session.ts'
import { maskedContact } from '#core/user/contact.ts'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Panel } from '#ui/panel.tsx'
import { PullToRefresh } from '#ui/pull-to-refresh.tsx'
import { Screen } from '#ui/screen.tsx'
import { MarginCallNotice } from '#web/parts/account/funds.tsx'
import { reviewStatusOf, reviewTone } from '#web/parts/account/review-status.ts'
import { useAccount, useDictionary, useParts } from '#web/parts/app-parts.tsx'
import { LoadFailed } from '#web/parts/load-failed.tsx'
import { NoticeBell } from '#web/parts/notice-bell.tsx'
import { useOnPageVisible } from '#web/parts/page-visibility.ts'
import type { ScreenProps } from '#web/parts/screen-props.ts'
import { useDateFormat } from '#web/parts/use-date-format.ts'
import { AccountMenu, GeneralMenu } from '#web/screens/account/account-menu.tsx'
import { AccountSkeleton } from '#web/screens/account/account-skeleton.tsx'
import { BalanceCard } from '#web/screens/account/balance-card.tsx'

export function AccountScreen({ tabBar }: ScreenProps) {
  const t = useDictionary('account')
  const { currentUser: account, portfolio } = useParts()
  const refresh = () => {
    void account.refresh()
    void portfolio.refresh()
  }
  // Runs again whenever the kept-alive screen is shown again: the identity may have been verified meanwhile.
  useEffect(() => {
    if (account.getSnapshot().kind !== 'loading') void account.refresh()
    if (portfolio.funds.getSnapshot().kind !== 'loading') void portfolio.refresh()
  }, [account, portfolio])
  useOnPageVisible(refresh)
  return (
    <Screen actions={<NoticeBell />} tabBar={tabBar} title={t('title.user')}>
      <PullToRefresh onRefresh={refresh}>
        <div className="grid grid-cols-1 gap-4 px-4 pt-1 pb-6">
          <AccountOverview />
          <GeneralMenu />
        </div>
      </PullToRefresh>
    </Screen>
  )
}

function AccountOverview() {
  const t = useDictionary('account')
  const { currentUser: account } = useParts()
  const state = useAccount()
  if (state.kind === 'unknown') {
    return <LoadFailed onRetry={account.refresh} text={t('user.failed.text')} title={t('user.failed')} />
  }
  if (state.kind !== 'known') return <AccountSkeleton />
  const { user } = state
  return (
    <>
      <ProfileHeader user={user} />
      <MarginCallNotice />
      <BalanceCard user={user} />
      {user.is_demo === 1 ? <RegisterPanel /> : null}
      <AccountMenu user={user} />
    </>
  )
}

/** Masked contact, member since, and verification status. */
function ProfileHeader({ user }: { user: UserFields }) {
  const t = useDictionary('account')
  const { date } = useDateFormat()
  const review = reviewStatusOf(user.review_status)
  const isDemo = user.is_demo === 1
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-accent-soft text-accent">
        <Icon name="user" size={22} />
      </span>
      <div className="min-w-0 grow basis-[6rem]">
        <div className="truncate font-semibold">
          {isDemo ? t('user.demo') : <Contact user={user} otherwise={t('user.nameless')} />}
        </div>
        <div className="text-12 text-dim">{t('user.member_since', { day: date(user.created_at) })}</div>
      </div>
      {isDemo ? null : <Badge tone={reviewTone[review]}>{t(`mine.review.${review}`)}</Badge>}
    </div>
  )
}

function Contact({ user, otherwise }: { user: UserFields; otherwise: string }) {
  const masked = maskedContact({ email: user.email || undefined, mobile: user.mobile || undefined })
  return masked === '' ? otherwise : <span className="ltr-isolate">{masked}</span>
}

/** Invites a demo user to register a real account. */
function RegisterPanel() {
  const t = useDictionary('account')
  const [, go] = useLocation()
  return (
    <Panel className="grid gap-3">
      <div>
        <h2 className="font-semibold">{t('user.real_only.title')}</h2>
        <p className="text-13 text-dim">{t('user.real_only.text')}</p>
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-3">
        <ButtonLink href="/register" onSelect={() => go('/register')}>
          {t('user.register')}
        </ButtonLink>
        <ButtonLink href="/login" onSelect={() => go('/login')} variant="secondary">
          {t('user.log_in')}
        </ButtonLink>
      </div>
    </Panel>
  )
}
