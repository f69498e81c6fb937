// Entry point of the settings module: settings that operators change while the server runs.
import type { Log } from '#server/platform/log.ts'
import {
  isSettingKey,
  type SettingDefinition,
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
  type SettingDefinition,
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

/** A setting as text, for the operator console and the command line. */
export type ListedSetting = {
  readonly key: SettingKey
  readonly value: string
  readonly default: string
  readonly description: string
  /** Empty for a number or free text. */
  readonly options: readonly string[]
  /** Bounds of a whole number. */
  readonly range?: { readonly least: number; readonly most: number }
}

export type Settings = {
  /** Reads from memory. A change by another process arrives shortly after its commit. */
  readonly get: <Key extends SettingKey>(key: Key) => SettingValue<Key>
  readonly list: () => readonly ListedSetting[]
  /** Recorded under `who`, such as `operator:7` or `cli:anna`. Resolves once `get` returns the new value. */
  readonly change: (
    key: string,
    rawValue: string,
    who: string,
    operator?: ChangedBy,
  ) => Promise<SettingChange>
  /** Called after each change, by any process. Returns the unsubscribe function. */
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
  // Listen before the first read, so that no change is missed in between.
  const stopListening = await listen(settingsChannel, {
    onMessage: reader.readInBackground,
    onReconnect: reader.readInBackground,
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
      const definition: SettingDefinition<string | number> = settingDefinitions[key]
      const { default: defaultValue, description, options, range } = definition
      return {
        ...{ key, value: String(reader.get(key)), default: String(defaultValue), description, options },
        ...(range === undefined ? {} : { range }),
      }
    })

  const stop = () => {
    stopListening()
    reader.stop()
  }
  return { get: reader.get, list, change, subscribe: reader.subscribe, stop }
}
