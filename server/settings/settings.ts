// The door of the settings room: what operators can switch while the server runs.
import type { Log } from '#server/platform/log.ts'
import {
  isSettingKey,
  type SettingKey,
  type SettingValue,
  settingDefinitions,
  settingKeys,
} from '#server/settings/setting-definitions.ts'
import { createSettingsReader } from '#server/settings/settings-reader.ts'
import { type ChangedBy, settingsChannel, storeSetting } from '#server/settings/settings-store.ts'
import type { Listen, Pool } from '#server/storage/storage.ts'

export {
  isSettingKey,
  type SettingKey,
  type SettingValue,
  settingDefinitions,
  settingKeys,
} from '#server/settings/setting-definitions.ts'

export type SettingChange =
  | { readonly kind: 'changed'; readonly from: string; readonly to: string }
  | { readonly kind: 'unchanged'; readonly value: string }
  /** `reason` completes a sentence that begins with the key. */
  | { readonly kind: 'refused'; readonly reason: string }

/** A setting as an operator sees it: everything is text. */
export type ListedSetting = {
  readonly key: SettingKey
  readonly value: string
  readonly default: string
  readonly description: string
  /** Empty for free text. */
  readonly options: readonly string[]
}

export type Settings = {
  /** From memory. Another process's change is here within moments of its commit. */
  readonly get: <Key extends SettingKey>(key: Key) => SettingValue<Key>
  readonly list: () => readonly ListedSetting[]
  /** Audited as `who`, which names a person: `operator:7`, `cli:anna`. Returns once `get` shows it. */
  readonly change: (
    key: string,
    rawValue: string,
    who: string,
    operator?: ChangedBy,
  ) => Promise<SettingChange>
  /** Told after each change of a value, wherever it was made. Ends with the returned function. */
  readonly subscribe: (handler: (key: SettingKey) => void) => () => void
  readonly stop: () => void
}

type SettingsParts = {
  readonly pool: Pool
  readonly listen: Listen
  readonly log: Log
}

export async function createSettings({ pool, listen, log }: SettingsParts): Promise<Settings> {
  const reader = createSettingsReader(pool, log)
  // Listening begins before the first reading, so that no change falls between them.
  const stopListening = await listen(settingsChannel, {
    onMessage: reader.readLater,
    onReconnect: reader.readLater,
  })
  await reader.read()

  const change: Settings['change'] = async (key, rawValue, who, operator) => {
    if (!isSettingKey(key)) return { kind: 'refused', reason: 'is not a setting' }
    const parsed = settingDefinitions[key].parse(rawValue)
    if ('refusal' in parsed) return { kind: 'refused', reason: `was not changed: ${parsed.refusal}` }
    const to = String(parsed.value)
    const from = await storeSetting(pool, {
      key,
      value: to,
      defaultValue: String(settingDefinitions[key].default),
      who,
      operator,
    })
    await reader.read()
    return from === to ? { kind: 'unchanged', value: to } : { kind: 'changed', from, to }
  }

  const list = () =>
    settingKeys.map((key) => {
      const { default: usual, description, options } = settingDefinitions[key]
      return { key, value: String(reader.get(key)), default: String(usual), description, options }
    })

  const stop = () => {
    stopListening()
    reader.stop()
  }
  return { get: reader.get, list, change, subscribe: reader.subscribe, stop }
}
