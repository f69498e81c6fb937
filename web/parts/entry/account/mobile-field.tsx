import { fieldBoxClasses } from '#ui/field-box-classes.ts'
import { FieldFrame } from '#ui/field-frame.tsx'
import { useBook } from '#web/parts/app-parts.tsx'
import { AreaButton } from '#web/parts/entry/account/area-button.tsx'
import type { Areas } from '#web/parts/entry/account/areas.ts'
import { areaOf, type TypedAccount } from '#web/parts/entry/account/typed-account.ts'
import { useAreaSheet } from '#web/parts/entry/account/use-area-sheet.ts'
import { useStore } from '#web/parts/use-store.ts'

export type AccountFieldProps = {
  readonly value: TypedAccount
  readonly onChange: (typed: TypedAccount) => void
  readonly areas: Areas
  readonly error: string | undefined
}

/** No number is longer, however it is spaced. */
const longestMobile = 32

/** Country and number in one box, which reads left to right in every language, as numbers do. */
export function MobileField({ value, onChange, areas, error }: AccountFieldProps) {
  const t = useBook('entry')
  const state = useStore(areas)
  const area = areaOf(value, state.areas)
  const { Sheet, isOpen, setIsOpen, open } = useAreaSheet()
  return (
    <>
      <FieldFrame error={error} label={t('entry.mobile')}>
        {(control) => (
          <div className={fieldBoxClasses(control['aria-invalid'] === true)} dir="ltr">
            <AreaButton area={area} isOpen={isOpen} onOpen={open} status={state.status} />
            <input
              {...control}
              autoComplete="tel-national"
              className="min-h-12 min-w-0 grow bg-transparent px-3 text-17 outline-none"
              inputMode="tel"
              maxLength={longestMobile}
              name="mobile"
              onChange={(event) => onChange({ ...value, mobile: event.target.value })}
              type="tel"
              value={value.mobile}
            />
          </div>
        )}
      </FieldFrame>
      {Sheet === undefined ? null : (
        <Sheet
          areas={areas}
          chosenId={area?.id}
          isOpen={isOpen}
          onChoose={(areaId) => onChange({ ...value, areaId })}
          onOpenChange={setIsOpen}
        />
      )}
    </>
  )
}
