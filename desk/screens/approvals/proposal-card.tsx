import { formatDateTime } from '#browser/time/date-format.ts'
import { useTranslate, useTranslations } from '#desk/parts/desk-parts.tsx'
import { DateTime, TimeAgo } from '#desk/parts/time.tsx'
import {
  changedValueText,
  fieldText,
  type Proposal,
  plain,
  proposalText,
} from '#desk/screens/approvals/proposal-list.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'

export type ProposalAction = 'approve' | 'reject' | 'withdraw'

type ProposalCardProps = {
  readonly proposal: Proposal
  readonly actions: readonly ProposalAction[]
  readonly onAct: (action: ProposalAction, proposal: Proposal) => void
}

const tones: Readonly<Record<Proposal['state'], BadgeTone>> = {
  open: 'accent',
  approved: 'warn',
  rejected: 'neutral',
  withdrawn: 'neutral',
  lapsed: 'neutral',
  done: 'good',
  failed: 'danger',
}

/** One proposal: what changes, who proposed and decided it, and what can be done. */
export function ProposalCard({ proposal, actions, onAct }: ProposalCardProps) {
  const t = useTranslate()
  const title = proposalText(proposal, t)
  return (
    <article aria-label={title} className="grid gap-3 rounded-16 border border-line bg-surface px-4 py-3">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="min-w-0 font-semibold wrap-anywhere">{title}</h2>
        <Badge tone={tones[proposal.state]}>{t(`approvals.state.${proposal.state}`)}</Badge>
        {proposal.is_own === 1 ? <Badge>{t('approvals.own')}</Badge> : null}
        {proposal.is_waived === 1 ? <Badge tone="warn">{t('approvals.waived')}</Badge> : null}
      </header>
      {proposal.changes.length === 0 ? null : <ChangeTable proposal={proposal} />}
      <ProposalFacts proposal={proposal} />
      {actions.length === 0 ? null : (
        <div className="flex flex-wrap gap-2">
          {actions.map((action) => (
            <Button
              aria-label={t('approvals.action_of', { action: t(`approvals.${action}`), proposal: title })}
              key={action}
              onClick={() => onAct(action, proposal)}
              size="small"
              variant={action === 'approve' ? 'primary' : 'secondary'}
            >
              {t(`approvals.${action}`)}
            </Button>
          ))}
        </div>
      )}
    </article>
  )
}

/** Old and new values side by side. */
function ChangeTable({ proposal: { changes } }: { proposal: Proposal }) {
  const t = useTranslate()
  const value = (label: string, text: string) => (
    <bdi className="wrap-anywhere whitespace-pre-line">
      {text === '' ? t('approvals.none') : changedValueText(label, text, t)}
    </bdi>
  )
  return (
    <table className="w-full table-fixed text-start text-13">
      <thead>
        <tr className="text-12 text-dim">
          {(['value', 'old', 'new'] as const).map((column) => (
            <th className="py-1 pe-3 text-start font-semibold" key={column} scope="col">
              {t(`approvals.column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr className="border-t border-line align-baseline" key={change.label}>
            <th className="py-1 pe-3 text-start font-normal text-dim wrap-anywhere" scope="row">
              {fieldText(change.label, t)}
            </th>
            <td className="py-1 pe-3">{value(change.label, change.old)}</td>
            <td className="py-1 font-semibold">{value(change.label, change.new)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function ProposalFacts({ proposal }: { proposal: Proposal }) {
  const { locale, t } = useTranslations()
  const { note, remark, failure, state, decided_at } = proposal
  const lapses = formatDateTime(proposal.lapses_at, { locale })
  const texts = [
    note === '' ? undefined : t('approvals.note', { note }),
    remark === '' ? undefined : t('approvals.remark', { remark }),
    failure === '' ? undefined : t('approvals.failure', { reason: plain(failure) }),
  ].filter((text) => text !== undefined)
  return (
    <div className="grid gap-1 text-12 text-dim">
      {texts.map((text) => (
        <p className="text-13 text-text wrap-anywhere whitespace-pre-line" key={text}>
          {text}
        </p>
      ))}
      <p className="flex flex-wrap gap-x-2">
        <span className="wrap-anywhere">{t('approvals.proposed', { email: proposal.proposed_by })}</span>
        <DateTime at={proposal.proposed_at} />
        <TimeAgo at={proposal.proposed_at} />
      </p>
      {state === 'open' || state === 'lapsed' ? (
        <p>{t(`approvals.${state === 'open' ? 'lapses' : 'lapsed'}`, { time: lapses })}</p>
      ) : null}
      {decided_at === null ? null : (
        <p className="flex flex-wrap gap-x-2">
          <span className="wrap-anywhere">{t('approvals.decided', { email: proposal.decided_by })}</span>
          <DateTime at={decided_at} />
        </p>
      )}
    </div>
  )
}
