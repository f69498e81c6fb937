import { useParts, useStore, useTranslate } from '#desk/parts/desk-parts.tsx'
import { Notice } from '#ui/notice.tsx'

/** Says that changes may be late. */
export function LiveNotice() {
  const t = useTranslate()
  const { live } = useParts()
  return useStore(live.state) === 'down' ? (
    <Notice className="mb-4" icon="offline" live tone="warn">
      {t('support.live.down')}
    </Notice>
  ) : null
}
