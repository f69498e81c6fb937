import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { Badge, type BadgeTone } from '#ui/badge.tsx'

const tones = { waiting: 'accent', approved: 'good', refused: 'danger' } as const satisfies Record<
  string,
  BadgeTone
>

/** What has become of a check. One that a newer server calls by another name is shown by that name. */
export function CheckState({ state }: { state: string }) {
  const t = useTranslate()
  if (state !== 'waiting' && state !== 'approved' && state !== 'refused') return <Badge>{state}</Badge>
  return <Badge tone={tones[state]}>{t(`check.state.${state}`)}</Badge>
}
