import { Button } from '#ui/button.tsx'
import { useBook } from '#web/parts/app-parts.tsx'
import type { LogFilter } from '#web/screens/history/log-filter.ts'
import { useSaveLog } from '#web/screens/history/use-save-log.ts'

export type LogTotalProps = { readonly filter: LogFilter; readonly total: number | undefined }

/** How many entries there are, and the way to keep them. */
export function LogTotal({ filter, total }: LogTotalProps) {
  const t = useBook('history')
  const { done, start } = useSaveLog(filter)
  return (
    <span className="ms-auto flex items-center gap-2 text-13 text-dim">
      <span role="status">{total === undefined ? '' : t('history.count', { count: total })}</span>
      <Button
        aria-label={t('history.csv')}
        busy={done !== undefined}
        disabled={total === undefined || total === 0}
        icon="deposit"
        onClick={start}
        size="small"
        variant="secondary"
      >
        {t('history.csv.short')}
      </Button>
    </span>
  )
}
