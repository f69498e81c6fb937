import { Icon } from '#ui/icon.tsx'
import { useBook } from '#web/parts/app-parts.tsx'

/** Why the last identity was not accepted, in the words of whoever looked at it. */
export function RefusedNotice({ remark }: { remark: string }) {
  const t = useBook('account')
  return (
    <div className="flex items-start gap-3 rounded-16 bg-danger-soft p-4 text-danger" role="status">
      <Icon name="warning" size={20} />
      <div className="min-w-0 grow">
        <p className="font-semibold">{t('auth.refused')}</p>
        <p className="break-words text-13 whitespace-pre-line" dir="auto">
          {remark}
        </p>
      </div>
    </div>
  )
}
