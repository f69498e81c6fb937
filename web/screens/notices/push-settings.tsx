import { type ReactNode, useId } from 'react'
import type { NoticePreferences } from '#contract/calls/notices.ts'
import { Switch } from '#ui/switch.tsx'
import type { PreferenceChange } from '#web/notices/preference-changes.ts'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { QuietHoursFields } from '#web/screens/notices/quiet-hours-fields.tsx'
import { defaultQuietHours, hasQuietHours, noQuietHours } from '#web/screens/notices/quiet-hours-state.ts'

type PushSettingsProps = {
  readonly preferences: NoticePreferences
  readonly onChange: (change: PreferenceChange) => void
  /** Rows about pushes on this device: whether it gets them. */
  readonly device?: ReactNode
}

/** What pushes say, and when they come. */
export function PushSettings({ preferences, onChange, device = null }: PushSettingsProps) {
  const t = useDictionary('notices')
  const heading = useId()
  const isQuiet = hasQuietHours(preferences)
  return (
    <section aria-labelledby={heading}>
      <h2 className="px-4 pb-2 text-13 text-dim" id={heading}>
        {t('notices.push')}
      </h2>
      <ul className="overflow-hidden rounded-16 border border-line bg-surface [&>li+li]:border-t [&>li+li]:border-line">
        {device}
        <SwitchRow
          checked={preferences.details}
          label={t('notices.details')}
          note={t('notices.details.note')}
          onChange={(details) => onChange({ kind: 'details', details })}
        />
        <SwitchRow
          checked={isQuiet}
          label={t('notices.quiet')}
          note={t('notices.quiet.note')}
          onChange={(on) =>
            onChange({ kind: 'quiet', hours: on ? defaultQuietHours() : noQuietHours(preferences) })
          }
        >
          {isQuiet ? (
            <QuietHoursFields hours={preferences} onChange={(hours) => onChange({ kind: 'quiet', hours })} />
          ) : null}
        </SwitchRow>
      </ul>
    </section>
  )
}

type SwitchRowProps = {
  readonly label: string
  readonly note: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  /** Below the row. */
  readonly children?: ReactNode
}

function SwitchRow({ label, note, checked, onChange, children }: SwitchRowProps) {
  const id = useId()
  const noteId = useId()
  return (
    <li className="px-4 py-3">
      <div className="flex items-center gap-3">
        <span className="min-w-0 grow break-words hyphens-auto">
          <span id={id}>{label}</span>
          <span className="block text-12 text-dim" id={noteId}>
            {note}
          </span>
        </span>
        <Switch checked={checked} describedBy={noteId} labelledBy={id} onChange={onChange} />
      </div>
      {children}
    </li>
  )
}
