import { useCallback, useState } from 'react'
import { TableSkeleton } from '#desk/parts/data-table.tsx'
import { useParts, useStore, useTranslate } from '#desk/parts/desk-parts.tsx'
import { LoadedView } from '#desk/parts/loaded-view.tsx'
import { Page } from '#desk/parts/page.tsx'
import { useChange } from '#desk/parts/use-change.ts'
import { useLoaded } from '#desk/parts/use-loaded.ts'
import { type Setting, SettingRow } from '#desk/screens/settings/setting-row.tsx'
import { valueText } from '#desk/screens/settings/setting-words.ts'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

type Wanted = { readonly setting: Setting; readonly value: string }

/** What can be switched while the server runs. Owners change it, after a second look; viewers read it. */
export function SettingsScreen() {
  const t = useTranslate()
  const { calls, watch } = useParts()
  const mayChange = useStore(watch).operator?.role === 'owner'
  const loaded = useLoaded(useCallback((wishes) => calls.settings(wishes), [calls]))
  const [wanted, setWanted] = useState<Wanted>()
  const changed = (key: string, value: string) => {
    const settings = loaded.value ?? []
    loaded.put(settings.map((setting) => (setting.key === key ? { ...setting, value } : setting)))
    setWanted(undefined)
  }
  return (
    <Page
      text={t(mayChange ? 'settings.text' : 'settings.viewer')}
      title={t('settings.title')}
      width="narrow"
    >
      <LoadedView failedTitle={t('settings.failed')} loaded={loaded} skeleton={<TableSkeleton />}>
        {(settings) =>
          settings.length === 0 ? (
            <EmptyState icon="settings" title={t('settings.empty')} />
          ) : (
            <ul className="rounded-16 border border-line bg-surface">
              {settings.map((setting) => (
                <SettingRow
                  key={setting.key}
                  mayChange={mayChange}
                  onWant={(value) => setWanted({ setting, value })}
                  setting={setting}
                />
              ))}
            </ul>
          )
        }
      </LoadedView>
      {wanted === undefined ? null : (
        <ConfirmChange onChanged={changed} onClose={() => setWanted(undefined)} wanted={wanted} />
      )}
    </Page>
  )
}

type ConfirmChangeProps = {
  readonly wanted: Wanted
  readonly onChanged: (key: string, value: string) => void
  readonly onClose: () => void
}

function ConfirmChange({ wanted: { setting, value }, onChanged, onClose }: ConfirmChangeProps) {
  const t = useTranslate()
  const { calls } = useParts()
  const { make, isBusy } = useChange(calls.changeSetting)
  const confirm = async () => {
    const made = await make({ key: setting.key, value })
    if (made.isMade) onChanged(made.answer.key, made.answer.value)
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
