import { type FormEvent, useCallback, useState } from 'react'
import type { DeskSettingsAnswer } from '#contract/desk/settings.ts'
import { TableSkeleton } from '#desk/parts/data-table.tsx'
import { useParts, useStore, useTranslate } from '#desk/parts/desk-parts.tsx'
import { useMutation } from '#desk/parts/mutation.ts'
import { Page } from '#desk/parts/page.tsx'
import { QueryView, useQuery } from '#desk/parts/query.tsx'
import { settingText, valueText } from '#desk/screens/settings/setting-text.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field } from '#ui/field.tsx'
import { SelectField } from '#ui/select-field.tsx'

type PendingChange = { readonly setting: Setting; readonly value: string }

/** What can be switched while the server runs. Owners change it, after a second look; viewers read it. */
export function SettingsScreen() {
  const t = useTranslate()
  const { calls, statusPoll: watch } = useParts()
  const mayChange = useStore(watch).operator?.role === 'owner'
  const loaded = useQuery(useCallback((wishes) => calls.settings(wishes), [calls]))
  const [wanted, setWanted] = useState<PendingChange>()
  const changed = (key: string, value: string) => {
    const settings = loaded.value ?? []
    loaded.setValue(settings.map((setting) => (setting.key === key ? { ...setting, value } : setting)))
    setWanted(undefined)
  }
  return (
    <Page
      text={t(mayChange ? 'settings.text' : 'settings.viewer')}
      title={t('settings.title')}
      width="narrow"
    >
      <QueryView failedTitle={t('settings.failed')} query={loaded} skeleton={<TableSkeleton />}>
        {(settings) =>
          settings.length === 0 ? (
            <EmptyState icon="settings" title={t('settings.empty')} />
          ) : (
            <ul className="rounded-16 border border-line bg-surface">
              {settings.map((setting) => (
                <SettingRow
                  key={setting.key}
                  mayChange={mayChange}
                  onRequestChange={(value) => setWanted({ setting, value })}
                  setting={setting}
                />
              ))}
            </ul>
          )
        }
      </QueryView>
      {wanted === undefined ? null : (
        <ConfirmChangeDialog onChanged={changed} onClose={() => setWanted(undefined)} wanted={wanted} />
      )}
    </Page>
  )
}

type ConfirmChangeDialogProps = {
  readonly wanted: PendingChange
  readonly onChanged: (key: string, value: string) => void
  readonly onClose: () => void
}

function ConfirmChangeDialog({ wanted: { setting, value }, onChanged, onClose }: ConfirmChangeDialogProps) {
  const t = useTranslate()
  const { calls } = useParts()
  const { run: make, isBusy } = useMutation(calls.changeSetting)
  const confirm = async () => {
    const made = await make({ key: setting.key, value })
    if (made.isDone) onChanged(made.answer.key, made.answer.value)
  }
  return (
    <Dialog
      busy={isBusy}
      cancelLabel={t('control.cancel')}
      confirmLabel={t('settings.confirm.submit')}
      onConfirm={() => void confirm()}
      onOpenChange={onClose}
      open
      title={t('settings.confirm.title', { key: setting.key })}
    >
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 rounded-8 border border-line bg-ground p-3">
        <dt className="text-dim">{t('settings.confirm.old')}</dt>
        <dd className="break-all">{valueText(setting.key, setting.value, t)}</dd>
        <dt className="text-dim">{t('settings.confirm.new')}</dt>
        <dd className="font-semibold break-all">{valueText(setting.key, value, t)}</dd>
      </dl>
    </Dialog>
  )
}

type Setting = DeskSettingsAnswer[number]

type SettingRowProps = {
  readonly setting: Setting
  readonly mayChange: boolean
  /** Another value is wished for; whether it is meant is asked next. */
  readonly onRequestChange: (value: string) => void
}

function SettingRow({ setting, mayChange, onRequestChange: onWant }: SettingRowProps) {
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
        <SettingControl onRequestChange={onWant} setting={setting} />
      ) : (
        <p className="font-semibold break-all sm:text-end">{valueText(key, value, t)}</p>
      )}
    </li>
  )
}

function SettingControl({ setting, onRequestChange: onWant }: Omit<SettingRowProps, 'mayChange'>) {
  const t = useTranslate()
  const { key, value, options } = setting
  const label = t('settings.value', { key })
  // Made anew when the value changes, so that it begins with that.
  if (options.length === 0)
    return <TextSetting key={value} label={label} onRequestChange={onWant} value={value} />
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

type TextSettingProps = {
  readonly label: string
  readonly value: string
  readonly onRequestChange: (value: string) => void
}

const maxValueLength = 2_048

function TextSetting({ label, value, onRequestChange: onWant }: TextSettingProps) {
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
        maxLength={maxValueLength}
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
