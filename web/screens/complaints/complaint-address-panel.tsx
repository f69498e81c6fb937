import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useUiLabels } from '#ui/ui-labels.tsx'
import { readComplaintEmail } from '#web/calls/complaints.ts'
import { CopyWithToast } from '#web/parts/account/copy-with-toast.tsx'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { useServerQuery } from '#web/parts/server-query.ts'

/** The email address for complaints, as a link and to copy. Anyone can read it. */
export function ComplaintAddress({ isVisitor }: { isVisitor: boolean }) {
  const t = useDictionary('complaints')
  const labels = useUiLabels()
  const { data, isError, isFetching, refetch } = useServerQuery({
    key: ['complaint_email'],
    read: (call, signal) => readComplaintEmail(call, signal),
  })
  if (data === undefined && isError)
    return (
      <Notice
        action={
          <Button busy={isFetching} onClick={() => void refetch()} size="small" variant="quiet">
            {labels.retry}
          </Button>
        }
        icon="warning"
        live
        tone="warn"
      >
        {t('complaints.address.failed')}
      </Notice>
    )
  if (data === undefined) return <Skeleton className="h-24 w-full" shape="box" />
  const { email } = data
  if (email === '')
    return (
      <p className="text-13 text-dim">
        {t(isVisitor ? 'complaints.address.none_visitor' : 'complaints.address.none')}
      </p>
    )
  return (
    <Panel className="grid grid-cols-1 gap-1">
      <h2 className="text-13 text-dim">{t('complaints.address')}</h2>
      <div className="flex items-center gap-2">
        <Icon className="shrink-0 text-dim" name="mail" size={20} />
        <a
          className="-my-2 min-w-0 grow py-3 font-semibold break-all text-accent hover:underline"
          href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}
        >
          <span className="ltr-isolate">{email}</span>
        </a>
        <span className="-me-2">
          <CopyWithToast label={t('complaints.address.copy')} text={email} />
        </span>
      </div>
      <p className="text-12 text-dim">{t('complaints.address.text')}</p>
    </Panel>
  )
}
