import { Segmented } from '#ui/segmented.tsx'
import { useBook } from '#web/parts/app-parts.tsx'
import type { StopBy, StopKind } from '#web/parts/stops/stop-types.ts'

export type StopByChoiceProps = {
  readonly kind: StopKind
  readonly by: StopBy
  readonly onBy: (by: StopBy) => void
  readonly hasMoney: boolean
  readonly hasPercent: boolean
  readonly disabled: boolean
}

const bys = ['price', 'money', 'percent'] as const

/** The same stop in another unit. A unit in which nobody can say what it comes to cannot be chosen. */
export function StopByChoice({ kind, by, onBy, hasMoney, hasPercent, disabled }: StopByChoiceProps) {
  const t = useBook('trading')
  const isTold = { price: true, money: hasMoney, percent: hasPercent }
  return (
    // As wide as a finger each, however short their words are.
    <span className="shrink-0 [&_label]:min-w-11 @min-[14rem]:@max-[20rem]:[&_label]:px-1 [&_label]:basis-auto">
      <Segmented
        items={bys.map((value) => ({
          value,
          label: t(`stop.by.${value}`),
          disabled: disabled || (value !== by && !isTold[value]),
        }))}
        label={t(`stop.by.${kind}`)}
        onChange={onBy}
        value={by}
      />
    </span>
  )
}
