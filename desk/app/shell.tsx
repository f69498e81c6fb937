import { Component, type ReactNode, useEffect, useRef } from 'react'
import { Redirect, useLocation } from 'wouter'
import { findRoute } from '#desk/app/find-route.ts'
import { SideBar, TopBar } from '#desk/app/navigation-bars.tsx'
import { useParts, useStore, useTranslate } from '#desk/parts/desk-parts.tsx'
import { useLeaveWarning } from '#desk/parts/leave-warning.ts'
import type { SectionName } from '#desk/parts/sections.ts'
import type { DeskStatus, Operator } from '#desk/parts/status-poll.ts'
import { AccountScreen } from '#desk/screens/account/account-screen.tsx'
import { AdjustmentScreen } from '#desk/screens/adjustment/adjustment-screen.tsx'
import { ApprovalsScreen } from '#desk/screens/approvals/approvals-screen.tsx'
import { ArticleScreen } from '#desk/screens/articles/article-screen.tsx'
import { NewsScreen } from '#desk/screens/articles/news-screen.tsx'
import { TextsScreen } from '#desk/screens/articles/texts-screen.tsx'
import { AuditScreen } from '#desk/screens/audit/audit-screen.tsx'
import { CalendarScreen } from '#desk/screens/calendar/calendar-screen.tsx'
import { CompaniesScreen } from '#desk/screens/companies/companies-screen.tsx'
import { ComplaintQueueScreen } from '#desk/screens/complaints/complaint-queue-screen.tsx'
import { ComplaintScreen } from '#desk/screens/complaints/complaint-screen.tsx'
import { CurrenciesScreen } from '#desk/screens/currencies/currencies-screen.tsx'
import { CurrencyScreen } from '#desk/screens/currencies/currency-screen.tsx'
import { DepositQueueScreen } from '#desk/screens/deposits/deposit-queue-screen.tsx'
import { DepositScreen } from '#desk/screens/deposits/deposit-screen.tsx'
import { FreezesScreen } from '#desk/screens/freezes/freezes-screen.tsx'
import { IdentityQueueScreen } from '#desk/screens/identity/queue-screen.tsx'
import { IdentityReviewScreen } from '#desk/screens/identity/review-screen.tsx'
import { NotFoundScreen } from '#desk/screens/not-found/not-found-screen.tsx'
import { OperatorsScreen } from '#desk/screens/operators/operators-screen.tsx'
import { PicturesScreen } from '#desk/screens/pictures/pictures-screen.tsx'
import { ReconciliationScreen } from '#desk/screens/reconciliation/reconciliation-screen.tsx'
import { SettingsScreen } from '#desk/screens/settings/settings-screen.tsx'
import { CannedScreen } from '#desk/screens/support/canned-screen.tsx'
import { FiguresScreen } from '#desk/screens/support/figures-screen.tsx'
import { InboxScreen } from '#desk/screens/support/inbox-screen.tsx'
import { ThreadScreen } from '#desk/screens/support/thread-screen.tsx'
import { WithdrawalQueueScreen } from '#desk/screens/withdrawals/withdrawal-queue-screen.tsx'
import { WithdrawalScreen } from '#desk/screens/withdrawals/withdrawal-screen.tsx'
import { isKeyOf } from '#desk/stores/kept-by-key.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { Spinner } from '#ui/spinner.tsx'

/** Side bar and current screen. On small screens, a top bar with a menu replaces the side bar. */
export function Shell() {
  const t = useTranslate()
  const state = useStore(useParts().statusPoll)
  const [path] = useLocation()
  const main = useRef<HTMLElement>(null)
  useLeaveWarning(useHasUnsentAnswers(state.operator))
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on every change of path.
  useEffect(() => {
    main.current?.scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [path])
  const { operator } = state
  if (operator === undefined) return <StatusLoading pulse={state.pollState} />
  return (
    <div className="flex h-dvh flex-col md:flex-row">
      <a
        className="sr-only focus:not-sr-only focus:absolute focus:z-10 focus:m-2 focus:rounded-8 focus:bg-accent focus:px-3 focus:py-2 focus:text-accent-ink"
        href="#content"
      >
        {t('desk.skip')}
      </a>
      <TopBar operator={operator} />
      <aside className="hidden w-56 shrink-0 overflow-y-auto border-e border-line bg-surface md:block xl:w-60">
        <SideBar operator={operator} />
      </aside>
      <main
        className="relative min-h-0 min-w-0 grow overflow-x-hidden overflow-y-auto px-6 pt-5 outline-none"
        id="content"
        ref={main}
        tabIndex={-1}
      >
        <div className="mx-auto flex min-h-full max-w-[1440px] flex-col pb-6">
          {state.isTwoPersonWaived ? (
            <Notice className="mb-4" icon="warning" live tone="warn">
              {t('desk.two_person_waived')}
            </Notice>
          ) : null}
          <ErrorBoundary key={path}>
            <CurrentScreen operator={operator} />
          </ErrorBoundary>
        </div>
      </main>
    </div>
  )
}

/** Answers of this operator that are still being sent, whichever screen is open. */
function useHasUnsentAnswers(operator: Operator | undefined): boolean {
  const answers = useStore(useParts().answerSender.answers)
  return Object.entries(answers).some(
    ([key, list]) =>
      operator !== undefined &&
      isKeyOf(operator.id, key) &&
      list.some(({ refusal }) => refusal === undefined),
  )
}

/** Shown until the first status answer says who is signed in. */
function StatusLoading({ pulse }: { pulse: DeskStatus['pollState'] }) {
  const t = useTranslate()
  const { statusPoll, signOut } = useParts()
  if (pulse !== 'lost') {
    return (
      <main aria-label={t('desk.loading')} className="grid h-dvh place-items-center text-dim">
        <Spinner size={28} />
      </main>
    )
  }
  return (
    <main className="grid h-dvh place-content-center">
      <EmptyState
        action={
          <span className="flex gap-2">
            <Button onClick={statusPoll.pollNow}>{t('control.retry')}</Button>
            <Button onClick={signOut} variant="secondary">
              {t('nav.sign_out')}
            </Button>
          </span>
        }
        icon="offline"
        title={t('pulse.lost')}
      />
    </main>
  )
}

const screens: Readonly<Record<SectionName, () => React.JSX.Element>> = {
  identity: IdentityQueueScreen,
  deposits: DepositQueueScreen,
  withdrawals: WithdrawalQueueScreen,
  approvals: ApprovalsScreen,
  adjustment: AdjustmentScreen,
  currencies: CurrenciesScreen,
  reconciliation: ReconciliationScreen,
  support: InboxScreen,
  freezes: FreezesScreen,
  complaints: ComplaintQueueScreen,
  news: NewsScreen,
  texts: TextsScreen,
  calendar: CalendarScreen,
  pictures: PicturesScreen,
  companies: CompaniesScreen,
  operators: OperatorsScreen,
  audit: AuditScreen,
  settings: SettingsScreen,
  account: AccountScreen,
}

/** The screen of the current path. */
function CurrentScreen({ operator }: { operator: Operator }) {
  const [path] = useLocation()
  const route = findRoute(path, operator.role)
  switch (route.kind) {
    case 'redirect':
      return <Redirect replace to={route.to} />
    case 'review':
      // A new instance per record, so that data of two users is never on screen together.
      return <IdentityReviewScreen id={route.id} key={route.id} />
    case 'deposit':
      return <DepositScreen id={route.id} key={route.id} />
    case 'withdrawal':
      return <WithdrawalScreen id={route.id} key={route.id} />
    case 'complaint':
      return <ComplaintScreen id={route.id} key={route.id} />
    case 'chat':
      return <ThreadScreen id={route.id} key={route.id} />
    case 'canned_answers':
      return <CannedScreen />
    case 'support_figures':
      return <FiguresScreen />
    case 'currency':
      return <CurrencyScreen id={route.id} key={route.id} />
    case 'news':
    case 'text':
      return <ArticleScreen id={route.id} key={route.id} list={route.kind === 'news' ? 'news' : 'texts'} />
    case 'not_found':
      return <NotFoundScreen />
    default: {
      const Screen = screens[route.name]
      return <Screen />
    }
  }
}

type Props = { readonly children: ReactNode }
type State = { readonly hasFailed: boolean }

/** Shows an error in place of a screen that throws. React supports this only in classes. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false }

  static getDerivedStateFromError(): State {
    return { hasFailed: true }
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <Failed /> : this.props.children
  }
}

function Failed() {
  const t = useTranslate()
  return (
    <EmptyState
      action={<Button onClick={() => location.reload()}>{t('control.retry')}</Button>}
      icon="warning"
      text={t('desk.failed.text')}
      title={t('desk.failed.title')}
    />
  )
}
