import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import { useBook } from '#web/parts/app-parts.tsx'

const steps = ['submitted', 'review', 'certified'] as const

/** The way from the form to the certificate; `reached` is how many steps are done. */
export function IdentitySteps({ reached }: { reached: number }) {
  const t = useBook('account')
  return (
    <div className="@container">
      <ol aria-label={t('auth.steps')} className="flex @max-[16rem]:flex-col @max-[16rem]:gap-2">
        {steps.map((step, position) => (
          <li
            aria-current={position === reached ? 'step' : undefined}
            className={classes(
              'relative grid min-w-0 flex-1 items-center justify-items-center gap-2 text-center text-12',
              // One below the other beside large letters.
              '@max-[16rem]:grid-cols-[auto_1fr] @max-[16rem]:justify-items-start @max-[16rem]:text-start',
            )}
            key={step}
          >
            {position === 0 ? null : <Line isDone={position <= reached} />}
            <Mark isDone={position < reached} isNow={position === reached} />
            <span className={classes('max-w-full break-words', position > reached && 'text-dim')}>
              {t(`auth.step.${step}`)}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** From the mark before to this one. */
function Line({ isDone }: { isDone: boolean }) {
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

function Mark({ isDone, isNow }: { isDone: boolean; isNow: boolean }) {
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
