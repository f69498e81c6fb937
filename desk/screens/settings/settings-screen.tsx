import { type FormEvent, useState } from 'react'
import { formatDateTime } from '#browser/time/date-format.ts'
import type { DeskSettingsAnswer } from '#contract/desk/settings.ts'
import { isWeakening } from '#core/funds/weakening-change.ts'
import { TableSkeleton } from '#desk/parts/data-table.tsx'
import { useParts, useStore, useTranslate, useTranslations } from '#desk/parts/desk-parts.tsx'
import { useMutation } from '#desk/parts/mutation.ts'
import { Page } from '#desk/parts/page.tsx'
import { ApprovalsLink } from '#desk/parts/proposal-notice.tsx'
import { QueryView, useServerQuery } from '#desk/parts/query.tsx'
import { isWithin, settingText, valueText } from '#desk/parts/setting-text.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { SelectField } from '#ui/select-field.tsx'

type PendingChange = { readonly setting: Setting; readonly value: string }

/**
 * Settings. Owners can change them after a confirmation; viewers can only read them. A change takes effect at once,
 * unless it weakens a protection of money: then it is proposed.
 */
export function SettingsScreen() {
  const t = useTranslate()
  const { calls, statusPoll } = useParts()
  const canChange = useStore(statusPoll).operator?.role === 'owner'
  const query = useServerQuery(['settings'], (options) => calls.settings(options))
  const [pending, setPending] = useState<PendingChange>()
  const changed = (key: string, value: string) => {
    const settings = query.data ?? []
    query.setData(settings.map((setting) => (setting.key === key ? { ...setting, value } : setting)))
    setPending(undefined)
    // It may have been proposed only, and ended or made an open proposal.
    void query.refetch()
    statusPoll.pollNow()
  }
  return (
    <Page
      text={t(canChange ? 'settings.text' : 'settings.viewer')}
      title={t('settings.title')}
      width="narrow"
    >
      <QueryView failedTitle={t('settings.failed')} query={query} skeleton={<TableSkeleton />}>
        {(settings) =>
          settings.length === 0 ? (
            <EmptyState icon="settings" title={t('settings.empty')} />
          ) : (
            <ul className="rounded-16 border border-line bg-surface">
              {settings.map((setting) => (
                <SettingRow
                  key={setting.key}
                  canChange={canChange}
                  onRequestChange={(value) => setPending({ setting, value })}
                  setting={setting}
                />
              ))}
            </ul>
          )
        }
      </QueryView>
      {pending === undefined ? null : (
        <ConfirmChangeDialog onChanged={changed} onClose={() => setPending(undefined)} pending={pending} />
      )}
    </Page>
  )
}

type ConfirmChangeDialogProps = {
  readonly pending: PendingChange
  readonly onChanged: (key: string, value: string) => void
  readonly onClose: () => void
}

function ConfirmChangeDialog({ pending: { setting, value }, onChanged, onClose }: ConfirmChangeDialogProps) {
  const t = useTranslate()
  const { calls, statusPoll } = useParts()
  const { isTwoPersonWaived } = useStore(statusPoll)
  const { run, isBusy } = useMutation(calls.changeSetting)
  const values = { from: setting.value, to: value, usual: setting.default }
  const needsSecond = !isTwoPersonWaived && isWeakening(setting.weakened_by, values)
  const confirm = async () => {
    const result = await run({ key: setting.key, value })
    if (result.isDone) onChanged(result.answer.key, result.answer.value)
  }
  return (
    <Dialog
      busy={isBusy}
      cancelLabel={t('control.cancel')}
      confirmLabel={t(needsSecond ? 'settings.confirm.propose' : 'settings.confirm.submit')}
      onConfirm={() => void confirm()}
      onOpenChange={onClose}
      open
      title={t('settings.confirm.title', { key: setting.key })}
    >
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 rounded-8 border border-line bg-ground p-3">
        <dt className="text-dim">{t('settings.confirm.old')}</dt>
        <dd className="break-all">
          <bdi>{valueText(setting.key, setting.value, t)}</bdi>
        </dd>
        <dt className="text-dim">{t('settings.confirm.new')}</dt>
        <dd className="font-semibold break-all">
          <bdi>{valueText(setting.key, value, t)}</bdi>
        </dd>
      </dl>
      {needsSecond ? (
        <Notice className="mt-3" icon="warning" tone="warn">
          {t('settings.confirm.second')}
        </Notice>
      ) : null}
    </Dialog>
  )
}

type Setting = DeskSettingsAnswer[number]

type SettingRowProps = {
  readonly setting: Setting
  readonly canChange: boolean
  /** Requests another value, which the operator must confirm. */
  readonly onRequestChange: (value: string) => void
}

function SettingRow({ setting, canChange, onRequestChange }: SettingRowProps) {
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
      {canChange ? (
        <SettingControl onRequestChange={onRequestChange} setting={setting} />
      ) : (
        <p className="font-semibold break-all sm:text-end">
          <bdi>{valueText(key, value, t)}</bdi>
        </p>
      )}
      {setting.proposal === null ? null : <ProposedChange proposal={setting.proposal} setting={setting} />}
    </li>
  )
}

type ProposedChangeProps = {
  readonly setting: Setting
  readonly proposal: NonNullable<Setting['proposal']>
}

/** The change that waits for a second operator. A role that may not decide it does not see its value. */
function ProposedChange({ setting: { key, value }, proposal }: ProposedChangeProps) {
  const { locale, t } = useTranslations()
  const time = formatDateTime(proposal.proposed_at, { locale })
  return (
    <div className="grid gap-2 sm:col-span-2">
      <Notice action={<ApprovalsLink />} icon="clock" tone="warn">
        {t('settings.proposed', { email: proposal.proposed_by, time })}
      </Notice>
      {proposal.value === '' ? null : (
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-13">
          <dt className="text-dim">{t('settings.confirm.old')}</dt>
          <dd className="break-all">
            <bdi>{valueText(key, value, t)}</bdi>
          </dd>
          <dt className="text-dim">{t('settings.proposed_value')}</dt>
          <dd className="font-semibold break-all">
            <bdi>{valueText(key, proposal.value, t)}</bdi>
          </dd>
        </dl>
      )}
    </div>
  )
}

function SettingControl({ setting, onRequestChange }: Omit<SettingRowProps, 'canChange'>) {
  const t = useTranslate()
  const { key, value, options, range, proposal } = setting
  const label = t('settings.value', { key })
  if (options.length === 0)
    return (
      <TextSetting
        // Resets the input when the value changes, and when the typed value was only proposed.
        key={`${value} ${proposal?.proposed_at}`}
        label={label}
        onRequestChange={onRequestChange}
        range={range}
        value={value}
      />
    )
  return (
    <SelectField
      label={label}
      labelHidden
      onChange={onRequestChange}
      options={options.map((option) => ({ value: option, label: valueText(key, option, t) }))}
      value={value}
    />
  )
}

type TextSettingProps = {
  readonly label: string
  readonly value: string
  /** Set for a whole number. */
  readonly range: Setting['range']
  readonly onRequestChange: (value: string) => void
}

const maxValueLength = 2_048

function TextSetting({ label, value, range, onRequestChange }: TextSettingProps) {
  const t = useTranslate()
  const [typed, setTyped] = useState(value)
  const next = typed.trim()
  const canSave = next !== value && (range === undefined || isWithin(next, range))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (canSave) onRequestChange(next)
  }
  return (
    <form onSubmit={submit}>
      <Field
        autoComplete="off"
        dir="ltr"
        hint={range === undefined ? undefined : t('settings.range', range)}
        inputMode={range === undefined ? undefined : 'numeric'}
        label={label}
        labelHidden
        maxLength={maxValueLength}
        onChange={(event) => setTyped(event.target.value)}
        placeholder={t('settings.nothing')}
        spellCheck={false}
        suffix={
          <Button disabled={!canSave} size="small" type="submit" variant="quiet">
            {t('settings.save')}
          </Button>
        }
        value={typed}
      />
    </form>
  )
}
