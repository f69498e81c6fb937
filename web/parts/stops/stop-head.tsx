import { memo, useId } from 'react'
import { Switch } from '#ui/switch.tsx'
import { useBook } from '#web/parts/app-parts.tsx'
import { StopByChoice } from '#web/parts/stops/stop-by-choice.tsx'
import { tickStop } from '#web/parts/stops/stop-draft.ts'
import type { StopBy, StopDraft, StopKind } from '#web/parts/stops/stop-types.ts'

export type StopHeadProps = {
  readonly kind: StopKind
  readonly draft: StopDraft
  readonly onChange: (draft: StopDraft) => void
  readonly onBy: (by: StopBy) => void
  /** Whether it can be told what the stop comes to in money, and as a share of the balance. */
  readonly hasMoney: boolean
  readonly hasPercent: boolean
  readonly start: (() => string | undefined) | undefined
  readonly disabled: boolean
}

/** Its name, the unit it is set in and the box. By itself, because a price changes none of it. */
export const StopHead = memo(function StopHead(props: StopHeadProps) {
  const { kind, draft, onChange, start, disabled } = props
  const t = useBook('trading')
  const nameId = useId()
  const turn = (isOn: boolean) =>
    onChange(isOn && draft.text === '' ? tickStop(start?.() ?? '') : { ...draft, isOn })
  return (
    <div className="flex min-h-13 flex-wrap items-center gap-x-3 @min-[14rem]:@max-[20rem]:gap-x-1.5">
      <span className="min-w-min grow basis-0" id={nameId}>
        {t(`order.${kind}`)}
      </span>
      {draft.isOn ? <StopByChoice {...props} by={draft.by} /> : null}
      <Switch checked={draft.isOn} disabled={disabled} labelledBy={nameId} onChange={turn} />
    </div>
  )
})
