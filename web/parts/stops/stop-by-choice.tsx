import { Segmented } from '#ui/segmented.tsx'
import { useBook } from '#web/parts/app-parts.tsx'
import { switchStopBy } from '#web/parts/stops/stop-draft.ts'
import type { StopDraft, StopKind, StopView } from '#web/parts/stops/stop-types.ts'

export type StopByChoiceProps = {
  readonly kind: StopKind
  readonly draft: StopDraft
  readonly view: StopView | undefined
  readonly onChange: (draft: StopDraft) => void
  readonly disabled?: boolean | undefined
}

const bys = ['price', 'money', 'percent'] as const

/** The same stop in another unit. A unit in which nobody can say what it comes to cannot be chosen. */
export function StopByChoice({ kind, draft, view, onChange, disabled = false }: StopByChoiceProps) {
  const t = useBook('trading')
  return (
    // As wide as a finger each, however short their words are.
    <span className="shrink-0 [&_label]:min-w-11">
      <Segmented
        items={bys.map((by) => ({
          value: by,
          label: t(`stop.by.${by}`),
          disabled: disabled || (by !== draft.by && by !== 'price' && view?.typed[by] === null),
        }))}
        label={t(`stop.by.${kind}`)}
        onChange={(by) => onChange(switchStopBy(draft, by, view))}
        value={draft.by}
      />
    </span>
  )
}
