import type { IdentityCenterAnswer } from '#contract/calls/identity.ts'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import { ListGroup } from '#ui/list-group.tsx'
import { ListRow } from '#ui/list-row.tsx'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { useDateFormat } from '#web/parts/use-date-format.ts'

type VerificationStatusProps = {
  readonly identity: IdentityCenterAnswer
  readonly state: 'waiting' | 'certified'
}

/** The submitted identity, under review or verified. */
export function VerificationStatus({ identity, state }: VerificationStatusProps) {
  const t = useDictionary('account')
  const isCertified = state === 'certified'
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="grid justify-items-center gap-2 pt-6 text-center" role="status">
        <span
          className={classes(
            'mb-2 grid size-20 place-items-center rounded-full',
            isCertified ? 'bg-good-soft text-good' : 'bg-warn-soft text-warn',
          )}
        >
          <Icon name={isCertified ? 'shield' : 'clock'} size={36} strokeWidth={1.5} />
        </span>
        <p className="text-20 font-bold">{t(`auth.${state}.title`)}</p>
        <p className="max-w-80 text-13 text-balance text-dim">{t(`auth.${state}.text`)}</p>
      </div>
      <VerificationSteps reached={isCertified ? 3 : 1} />
      <Details identity={identity} isCertified={isCertified} />
    </div>
  )
}

function Details({ identity, isCertified }: { identity: IdentityCenterAnswer; isCertified: boolean }) {
  const t = useDictionary('account')
  const { dateTime } = useDateFormat()
  const { name, card_id, submitted_at, decided_at } = identity
  return (
    <ListGroup>
      <ListRow label={t('auth.name')} value={<bdi className="text-text">{name}</bdi>} />
      <ListRow label={t('auth.card_id')} value={<span className="text-text ltr-isolate">{card_id}</span>} />
      {submitted_at === null ? null : (
        <ListRow label={t('auth.submitted_at')} value={dateTime(submitted_at)} />
      )}
      {isCertified && decided_at !== null ? (
        <ListRow label={t('auth.decided_at')} value={dateTime(decided_at)} />
      ) : null}
    </ListGroup>
  )
}

const steps = ['submitted', 'review', 'certified'] as const

/** Progress from submission to verification. `reached` is the number of completed steps. */
function VerificationSteps({ reached }: { reached: number }) {
  const t = useDictionary('account')
  return (
    <div className="@container">
      <ol aria-label={t('auth.steps')} className="flex @max-[16rem]:flex-col @max-[16rem]:gap-2">
        {steps.map((step, position) => (
          <li
            aria-current={position === reached ? 'step' : undefined}
            className={classes(
              'relative grid min-w-0 flex-1 items-center justify-items-center gap-2 text-center text-12',
              // With large fonts the steps are stacked vertically.
              '@max-[16rem]:grid-cols-[auto_1fr] @max-[16rem]:justify-items-start @max-[16rem]:text-start',
            )}
            key={step}
          >
            {position === 0 ? null : <StepConnector isDone={position <= reached} />}
            <StepMarker isDone={position < reached} isNow={position === reached} />
            <span className={classes('max-w-full break-words', position > reached && 'text-dim')}>
              {t(`auth.step.${step}`)}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** Line from the previous step to this one. */
function StepConnector({ isDone }: { isDone: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={classes(
        'absolute @max-[16rem]:hidden start-[calc(-50%+18px)] end-[calc(50%+18px)] top-3.25 h-0.5 rounded-full',
        isDone ? 'bg-good' : 'bg-line',
      )}
    />
  )
}

function StepMarker({ isDone, isNow }: { isDone: boolean; isNow: boolean }) {
  return (
    <span
      className={classes(
        'grid size-7 place-items-center rounded-full border-2',
        isDone && 'border-transparent bg-good-soft text-good',
        isNow && 'border-warn text-warn',
        !isDone && !isNow && 'border-line text-dim',
      )}
    >
      <Icon name={isDone ? 'check' : isNow ? 'clock' : 'shield'} size={16} />
    </span>
  )
}
