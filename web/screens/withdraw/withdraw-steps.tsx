import type { DrawRecord } from '#contract/calls/funds.ts'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { useDateFormat } from '#web/parts/use-date-format.ts'

export type WithdrawStatus = 0 | 1 | 2 | 3 | 4

/** A status that a newer server sends shows as in review. */
export function withdrawStatus({ status }: Pick<DrawRecord, 'status'>): WithdrawStatus {
  return status === 0 || status === 2 || status === 3 || status === 4 ? status : 1
}

/** The steps of a withdrawal: requested, in review, sent; or how it ended otherwise. */
export function stepsOf(status: WithdrawStatus): readonly WithdrawStatus[] {
  if (status === 4) return [0, 4]
  return status === 3 ? [0, 1, 3] : [0, 1, 2]
}

/** Where a withdrawal stands, and since when. */
export function WithdrawSteps({ record }: { record: DrawRecord }) {
  const t = useDictionary('funds')
  const { dateTime } = useDateFormat()
  const status = withdrawStatus(record)
  const steps = stepsOf(status)
  const at = steps.indexOf(status)
  const isOver = status >= 2
  return (
    <div>
      <ol aria-label={t('withdraw.steps')} className="flex gap-1">
        {steps.map((step, position) => (
          <li
            aria-current={position === at ? 'step' : undefined}
            className={classes(
              'min-w-0 flex-1 border-t-2 pt-1 text-12',
              position <= at ? tones[step] : 'border-line text-dim',
              position === at && 'font-semibold',
            )}
            key={step}
          >
            <span className="flex items-start gap-1">
              {position < at || (position === at && isOver) ? (
                <Icon name={step >= 3 ? 'close' : 'check'} size={14} />
              ) : null}
              <span className="min-w-0 break-words hyphens-auto">{t(`withdraw.status.${step}`)}</span>
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-1 flex flex-wrap gap-x-3 text-12 text-dim tabular-nums">
        <span>{t('withdraw.requested_at', { moment: dateTime(record.created_at) })}</span>
        {status === 0 ? null : (
          <span className="inline-flex items-center gap-1">
            <Icon name="clock" size={14} />
            {t('withdraw.since', { moment: dateTime(record.changed_at) })}
          </span>
        )}
      </p>
    </div>
  )
}

const tones = {
  0: 'border-accent',
  1: 'border-accent',
  2: 'border-good text-good',
  3: 'border-danger text-danger',
  4: 'border-edge text-dim',
} as const satisfies Record<WithdrawStatus, string>
