import { useId } from 'react'
import { Icon } from '#ui/icon.tsx'
import { Pressable } from '#ui/pressable.tsx'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { useLateOverlay } from '#web/parts/late-code.tsx'
import { consentTo, type LegalVersion, legalPath } from '#web/parts/legal/legal-kinds.ts'
import { useUrlOverlay } from '#web/parts/url-overlay.ts'

const sheetCode = {
  dictionaries: ['content'],
  load: async () => (await import('#web/screens/register/legal-sheet.tsx')).LegalSheet,
} as const

type ConsentFieldProps = {
  readonly versions: readonly LegalVersion[]
  /** The accepted versions. The box is ticked only while they are the current ones. */
  readonly accepted: string
  readonly onChange: (accepted: string) => void
  readonly error: string | undefined
  readonly search: string
}

/** A box to accept the legal texts. They open above the form, so that nothing typed is lost. */
export function ConsentField({ versions, accepted, onChange, error, search }: ConsentFieldProps) {
  const t = useDictionary('entry')
  const id = useId()
  const overlay = useUrlOverlay('/register', search, 'legal')
  const shown = versions.find(([kind]) => kind === overlay.value)
  const Sheet = useLateOverlay(sheetCode, shown !== undefined, overlay.close)
  const consent = consentTo(versions)
  return (
    <div className="grid grid-cols-1">
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <span className="relative grid size-5 shrink-0 place-items-center">
          {/* The scroll margin keeps the error below the links visible when the box gets the focus. */}
          <input
            aria-describedby={error === undefined ? undefined : id}
            aria-invalid={error === undefined ? undefined : true}
            checked={accepted === consent}
            className="peer relative size-5 cursor-pointer scroll-mb-28 appearance-none rounded-[5px] border border-edge bg-surface transition-colors before:absolute before:-inset-3.25 checked:border-accent checked:bg-accent aria-invalid:border-danger"
            name="consent"
            onChange={(event) => onChange(event.target.checked ? consent : '')}
            type="checkbox"
          />
          <Icon
            className="pointer-events-none absolute text-accent-ink opacity-0 peer-checked:opacity-100"
            name="check"
            size={16}
            strokeWidth={2.6}
          />
        </span>
        {t('entry.consent')}
      </label>
      <ul className="flex flex-wrap gap-x-4 ps-8 text-13">
        {versions.map(([kind, edition]) => (
          <li key={kind}>
            <Pressable
              aria-haspopup="dialog"
              className="flex min-h-11 min-w-11 items-center text-accent underline underline-offset-2"
              href={legalPath(kind, edition)}
              onSelect={() => overlay.open(kind)}
            >
              {t(`title.legal_${kind}`)}
            </Pressable>
          </li>
        ))}
      </ul>
      <div aria-live="polite" className="text-12 empty:hidden" id={id}>
        {error === undefined ? null : (
          <span className="flex items-start gap-1 text-danger">
            <Icon name="warning" size={16} />
            {error}
          </span>
        )}
      </div>
      {Sheet === undefined ? null : <Sheet onClose={overlay.close} version={shown} />}
    </div>
  )
}
