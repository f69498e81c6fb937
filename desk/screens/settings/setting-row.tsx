import { type FormEvent, useState } from 'react'
import type { DeskSettingsAnswer } from '#contract/desk/settings.ts'
import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { settingText, valueText } from '#desk/screens/settings/setting-words.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { SelectField } from '#ui/select-field.tsx'

export type Setting = DeskSettingsAnswer[number]

type SettingRowProps = {
  readonly setting: Setting
  readonly mayChange: boolean
  /** Another value is wished for; whether it is meant is asked next. */
  readonly onWant: (value: string) => void
}

export function SettingRow({ setting, mayChange, onWant }: SettingRowProps) {
  const t = useTranslate()
  const { key, value, description } = setting
  return (
    <li className="grid items-center gap-x-8 gap-y-3 border-line px-4 py-3 not-first:border-t sm:grid-cols-[1fr_minmax(240px,40%)]">
      <div className="min-w-0">
        <p>{settingText(key, description, t)}</p>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-12 text-dim">
          <code className="font-mono" translate="no">
            {key}
          </code>
          <span>{t('settings.default', { value: valueText(key, setting.default, t) })}</span>
        </p>
      </div>
      {mayChange ? (
        <Control onWant={onWant} setting={setting} />
      ) : (
        <p className="font-semibold break-all sm:text-end">{valueText(key, value, t)}</p>
      )}
    </li>
  )
}

function Control({ setting, onWant }: Omit<SettingRowProps, 'mayChange'>) {
  const t = useTranslate()
  const { key, value, options } = setting
  const label = t('settings.value', { key })
  // Made anew when the value changes, so that it begins with that.
  if (options.length === 0) return <TextValue key={value} label={label} onWant={onWant} value={value} />
  return (
    <SelectField
      label={label}
      labelHidden
      onChange={onWant}
      options={options.map((option) => ({ value: option, label: valueText(key, option, t) }))}
      value={value}
    />
  )
}

type TextValueProps = {
  readonly label: string
  readonly value: string
  readonly onWant: (value: string) => void
}

const longestValue = 2_048

function TextValue({ label, value, onWant }: TextValueProps) {
  const t = useTranslate()
  const [typed, setTyped] = useState(value)
  const wanted = typed.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (wanted !== value) onWant(wanted)
  }
  return (
    <form onSubmit={submit}>
      <Field
        autoComplete="off"
        dir="ltr"
        label={label}
        labelHidden
        maxLength={longestValue}
        onChange={(event) => setTyped(event.target.value)}
        placeholder={t('settings.nothing')}
        spellCheck={false}
        suffix={
          <Button disabled={wanted === value} size="small" type="submit" variant="quiet">
            {t('settings.save')}
          </Button>
        }
        value={typed}
      />
    </form>
  )
}
