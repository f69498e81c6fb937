import { useParts, useStore, useTranslate } from '#desk/parts/desk-parts.tsx'
import { Badge } from '#ui/badge.tsx'

type Due = { readonly state: string; readonly due_at: string }

/** Marks an open complaint past its deadline. */
export function OverdueBadge({ complaint: { state, due_at } }: { complaint: Due }) {
  const t = useTranslate()
  const nowMs = useStore(useParts().clock)
  return state === 'open' && Date.parse(due_at) < nowMs ? (
    <Badge tone="danger">{t('complaints.overdue')}</Badge>
  ) : null
}
