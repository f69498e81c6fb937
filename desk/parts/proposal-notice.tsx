import { Link } from 'wouter'
import { formatDateTime } from '#browser/time/date-format.ts'
import type { DepositDetailsAnswer } from '#contract/desk/funds.ts'
import { useTranslate, useTranslations } from '#desk/parts/desk-parts.tsx'
import { Badge } from '#ui/badge.tsx'
import { buttonClasses } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

export type OpenProposal = NonNullable<DepositDetailsAnswer['proposal']>

/** Says who proposed a change or decision that waits for a second operator. */
export function ProposalNotice({ proposal }: { proposal: OpenProposal }) {
  const { locale, t } = useTranslations()
  const { proposed_by: email, proposed_at } = proposal
  return (
    <Notice action={<ApprovalsLink />} icon="clock" tone="warn">
      {t('proposal.open', { email, time: formatDateTime(proposed_at, { locale }) })}
    </Notice>
  )
}

export function ProposalBadge({ proposal }: { proposal: OpenProposal | null }) {
  const t = useTranslate()
  return proposal === null ? null : <Badge tone="warn">{t('proposal.badge')}</Badge>
}

export function ApprovalsLink() {
  const t = useTranslate()
  return (
    <Link className={buttonClasses({ size: 'small', variant: 'secondary' })} href="/approvals">
      {t('proposal.approvals')}
    </Link>
  )
}
