import { useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import type { AccountAmounts } from '#contract/account-from-wire.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Figure } from '#ui/figure.tsx'
import { figureText } from '#ui/figure-format.ts'
import { Notice } from '#ui/notice.tsx'
import { useAccount, useDictionary, useParts, useStore } from '#web/parts/app-parts.tsx'

export type AmountName = Exclude<keyof AccountAmounts, 'quoteSeq' | 'version'>

/** One figure of the account as an exact decimal, in dollars or percent. Null means unknown, not zero. */
export function useAmount(name: AmountName): string | null {
  const { funds } = useParts().portfolio
  return useSyncExternalStore(funds.subscribe, () => {
    const state = funds.getSnapshot()
    return state.kind === 'known' ? state.amounts[name] : null
  })
}

type MarginCallNoticeProps = {
  readonly className?: string
  /** Whether the notice links to the orders. False on the order screen itself. */
  readonly leadsToOrders?: boolean
}

/** Shown from a margin call until the margin level has recovered. Needs the `trading` dictionary. */
export function MarginCallNotice({ className, leadsToOrders = true }: MarginCallNoticeProps) {
  const t = useDictionary('trading')
  const notice = useStore(useParts().portfolio.notice)
  if (notice === null) return null
  return (
    <Notice className={className} icon="warning" tone="warn">
      <p role="status">{t('notice.margin_call', { rate: figureText(notice.marginLevel) })}</p>
      <div className="-mb-1.5 flex min-h-11 flex-wrap items-center gap-x-3">
        <CurrentMarginLevel />
        <span className="-me-2 ms-auto flex flex-wrap">
          {leadsToOrders ? <NoticeLink label={t('title.order')} path="/order" /> : null}
          <DepositLink />
        </span>
      </div>
    </Notice>
  )
}

/** A component of its own, so that a tick re-renders only this figure. */
function CurrentMarginLevel() {
  const t = useDictionary('trading')
  return (
    <span>
      {t('notice.risk_now')} <Figure className="font-semibold" unit="%" value={useAmount('marginLevel')} />
    </span>
  )
}

/** Renders nothing for demo accounts, which have no deposits. */
function DepositLink() {
  const t = useDictionary('trading')
  const account = useAccount()
  if (account.kind !== 'known' || account.user.is_demo === 1) return null
  return <NoticeLink label={t('title.charge')} path="/mine/charge" />
}

function NoticeLink({ label, path }: { label: string; path: string }) {
  const [, go] = useLocation()
  return (
    <ButtonLink href={path} onSelect={() => go(path)} size="small" variant="quiet">
      {label}
    </ButtonLink>
  )
}
