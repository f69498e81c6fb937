import { useRef, useState } from 'react'
import { formatDateTime } from '#browser/time/date-format.ts'
import { isLegalKind } from '#core/content/article.ts'
import { Checkbox } from '#desk/parts/checkbox.tsx'
import { useParts, useStore, useTranslate, useTranslations } from '#desk/parts/desk-parts.tsx'
import { FormDialog } from '#desk/parts/form-dialog.tsx'
import { useMutation } from '#desk/parts/mutation.ts'
import { parseSchedule, scheduleBounds } from '#desk/screens/articles/schedule-state.ts'
import type { Draft } from '#desk/screens/articles/use-draft.ts'
import { Field } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { Segmented } from '#ui/segmented.tsx'

type PublishDialogProps = { readonly draft: Draft; readonly onClose: () => void }

/** Publishes the saved draft, now or later. */
export function PublishDialog({ draft: { article, setArticle, reload }, onClose }: PublishDialogProps) {
  const t = useTranslate()
  const { calls, clock } = useParts()
  const { run, isBusy } = useMutation(calls.publishArticle)
  const nowMs = useStore(clock)
  const [bounds] = useState(() => scheduleBounds(nowMs))
  const [isLater, setIsLater] = useState(false)
  const [typedTime, setTypedTime] = useState(bounds.usual)
  const [isTried, setIsTried] = useState(false)
  // A change that users did not accept must be a decision of the operator.
  const [asksConsent, setAsksConsent] = useState(isLegalKind(article.kind))
  const field = useRef<HTMLInputElement>(null)
  const schedule = parseSchedule(typedTime, nowMs)
  const confirm = async () => {
    setIsTried(true)
    if (isLater && !schedule.ok) return
    const { id, revision, edition, scheduled_edition } = article
    const at = isLater && schedule.ok ? { at: schedule.at } : {}
    const seen = { revision, edition, scheduled_edition }
    const result = await run({ id, ...seen, ...at, asks_consent: asksConsent ? 1 : 0 })
    if (result.isDone) setArticle(result.answer)
    else if (result.reason === 'changed_meanwhile') await reload()
    else return
    onClose()
  }
  return (
    <FormDialog
      busy={isBusy}
      confirmLabel={t(isLater ? 'article.publish.schedule' : 'article.publish')}
      focus={field}
      onClose={onClose}
      onConfirm={() => void confirm()}
      text={t('article.publish.text')}
      title={t('article.publish.title')}
    >
      <Segmented
        items={[
          { value: 'now', label: t('article.publish.now') },
          { value: 'later', label: t('article.publish.later') },
        ]}
        label={t('article.publish.when')}
        onChange={(value) => setIsLater(value === 'later')}
        value={isLater ? 'later' : 'now'}
      />
      {isLater ? (
        <Field
          dir="ltr"
          error={isTried && !schedule.ok ? t(`article.publish.${schedule.problem}`) : undefined}
          hint={<ZoneText at={schedule.ok ? schedule.at : undefined} />}
          label={t('article.publish.at')}
          max={bounds.most}
          min={bounds.least}
          onChange={(event) => setTypedTime(event.target.value)}
          ref={field}
          type="datetime-local"
          value={typedTime}
        />
      ) : null}
      {article.scheduled_at === null ? null : <Notice icon="info">{t('article.publish.replaces')}</Notice>}
      <Consent draft={article} isAsking={asksConsent} onChange={setAsksConsent} />
    </FormDialog>
  )
}

/** The time zone of the operator, and the same time in UTC. */
function ZoneText({ at }: { at: string | undefined }) {
  const { t, locale } = useTranslations()
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  if (at === undefined) return t('article.publish.zone', { zone })
  const utc = t('time.utc', { time: formatDateTime(at, { locale, timeZone: 'UTC' }) })
  return t('article.publish.zone_utc', { zone, utc })
}

type ConsentProps = {
  readonly draft: Draft['article']
  readonly isAsking: boolean
  readonly onChange: (isAsking: boolean) => void
}

/** Only legal texts are accepted by users, their first version always. */
function Consent({ draft, isAsking, onChange }: ConsentProps) {
  const t = useTranslate()
  if (!isLegalKind(draft.kind)) return null
  if (draft.edition === 0) return <Notice icon="info">{t('article.publish.first')}</Notice>
  return (
    <div className="text-13">
      <Checkbox checked={isAsking} label={t('article.publish.consent')} onChange={onChange} />
      <p className="text-12 text-dim">{t('article.publish.consent_clear')}</p>
    </div>
  )
}
