import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { useLiveLost } from '#desk/parts/live-query.ts'
import { Notice } from '#ui/notice.tsx'

/** Says that changes may be late. */
export function LiveNotice() {
  const t = useTranslate()
  return useLiveLost() ? (
    <Notice className="mb-4" icon="offline" live tone="warn">
      {t('support.live.down')}
    </Notice>
  ) : null
}
