import type { IdentityCenterAnswer } from '#contract/calls/identity.ts'
import { classes } from '#ui/classes.ts'
import { EntryGroup } from '#ui/entry-group.tsx'
import { Icon } from '#ui/icon.tsx'
import { ListRow } from '#ui/list-row.tsx'
import { useBook } from '#web/parts/app-parts.tsx'
import { useMomentWords } from '#web/parts/use-date-format.ts'
import { IdentitySteps } from '#web/screens/auth/identity-steps.tsx'

export type IdentityStatusProps = {
  readonly identity: IdentityCenterAnswer
  readonly state: 'waiting' | 'certified'
}

/** What was handed in, and what became of it. */
export function IdentityStatus({ identity, state }: IdentityStatusProps) {
  const t = useBook('account')
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
      <IdentitySteps reached={isCertified ? 3 : 1} />
      <Details identity={identity} isCertified={isCertified} />
    </div>
  )
}

function Details({ identity, isCertified }: { identity: IdentityCenterAnswer; isCertified: boolean }) {
  const t = useBook('account')
  const { moment } = useMomentWords()
  const { name, card_id, submitted_at, decided_at } = identity
  return (
    <EntryGroup>
      <ListRow label={t('auth.name')} value={<bdi className="text-text">{name}</bdi>} />
      <ListRow label={t('auth.card_id')} value={<span className="text-text ltr-isolate">{card_id}</span>} />
      {submitted_at === null ? null : <ListRow label={t('auth.submitted_at')} value={moment(submitted_at)} />}
      {isCertified && decided_at !== null ? (
        <ListRow label={t('auth.decided_at')} value={moment(decided_at)} />
      ) : null}
    </EntryGroup>
  )
}
