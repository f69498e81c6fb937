import type { IdentityCheckAnswer } from '#contract/desk/identity.ts'
import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { Fact, Facts } from '#desk/parts/fact.tsx'
import { Ago, Moment } from '#desk/parts/moment.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Notice } from '#ui/notice.tsx'

/** What the user wrote, large enough to be compared with the pictures, and what to beware of. */
export function CheckFacts({ check }: { check: IdentityCheckAnswer }) {
  const t = useTranslate()
  return (
    <div className="grid gap-3">
      <Facts>
        <Fact label={t('check.name')}>
          <bdi className="text-17 font-semibold">{check.name}</bdi>
        </Fact>
        <Fact label={t('check.number')}>
          <span className="-my-2.5 flex items-center gap-1">
            <span className="font-mono text-17 font-semibold ltr-isolate" translate="no">
              {check.card_id}
            </span>
            <CopyButton label={t('check.copy_number')} text={check.card_id} />
          </span>
        </Fact>
        <Fact label={t('check.uid')}>{check.uid}</Fact>
        <Fact label={t('check.submitted')}>
          <Moment at={check.submitted_at} />
        </Fact>
        <Ending check={check} />
      </Facts>
      {check.same_document > 0 ? (
        <Notice className="font-semibold" icon="warning" tone="danger">
          {t('check.same_document', { count: check.same_document })}
        </Notice>
      ) : null}
      {check.earlier > 0 ? (
        <Notice className="font-semibold" icon="warning" tone="warn">
          {t('check.earlier', { count: check.earlier })}
        </Notice>
      ) : null}
    </div>
  )
}

/** How long it has been waiting, or who decided what. */
function Ending({ check }: { check: IdentityCheckAnswer }) {
  const t = useTranslate()
  if (check.decided_at === null) {
    return (
      <Fact label={t('check.waiting')}>
        <Ago at={check.submitted_at} />
      </Fact>
    )
  }
  return (
    <>
      <Fact label={t('check.decided')}>
        <Moment at={check.decided_at} />
      </Fact>
      <Fact label={t('check.decided_by')}>{check.decided_by}</Fact>
      {check.remark === '' ? null : (
        <Fact label={t('check.remark')}>
          <bdi className="whitespace-pre-line">{check.remark}</bdi>
        </Fact>
      )}
    </>
  )
}
