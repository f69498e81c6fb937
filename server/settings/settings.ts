// Entry point of the settings module: settings that operators change while the server runs.
import type { WeakeningChange } from '#core/funds/weakening-change.ts'
import type { Log } from '#server/platform/log.ts'
import {
  isSettingKey,
  type SettingDefinition,
  type SettingKey,
  type SettingValue,
  settingDefinitions,
  settingKeys,
  weakensProtection,
} from '#server/settings/setting-definitions.ts'
import { createSettingsReader } from '#server/settings/settings-reader.ts'
import {
  type ChangedBy,
  settingsChannel,
  storeSetting,
  storeSettingIn,
} from '#server/settings/settings-store.ts'
import type { Listen, Pool, PoolClient } from '#server/storage/storage.ts'

export {
  isSettingKey,
  type SettingDefinition,
  type SettingKey,
  type SettingValue,
  settingDefinitions,
  settingKeys,
  weakensProtection,
} from '#server/settings/setting-definitions.ts'

export type SettingChange =
  | { readonly kind: 'changed'; readonly from: string; readonly to: string }
  | { readonly kind: 'unchanged'; readonly value: string }
  /** `reason` completes a sentence that begins with the key. */
  | { readonly kind: 'refused'; readonly reason: string }

/** Old and new value as texts. */
type SettingValues = { readonly from: string; readonly to: string }

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
  readonly weakenedBy?: WeakeningChange
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
  /** Like `change`, but a change that weakens a protection of money is not made: it needs two operators. */
  readonly changeUnlessWeaker: (
    key: string,
    rawValue: string,
    operator: ChangedBy,
  ) => Promise<SettingChange | ({ readonly kind: 'weaker' } & SettingValues)>
  /**
   * In the caller's transaction. `get` returns the new value shortly after its commit. False, and nothing is changed, if
   * the value is no longer `from`.
   */
  readonly changeIn: (
    client: PoolClient,
    change: SettingValues & { readonly key: SettingKey },
    operator: ChangedBy,
  ) => Promise<boolean>
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

  /** `allows` is asked with the old and the new value. Undefined for any change. */
  async function store(
    [key, rawValue]: readonly [string, string],
    who: string,
    operator: ChangedBy | undefined,
    allows?: (key: SettingKey, values: SettingValues) => boolean,
  ): Promise<SettingChange | ({ readonly kind: 'not_allowed' } & SettingValues)> {
    if (!isSettingKey(key)) return { kind: 'refused', reason: 'is not a setting' }
    const parsed = settingDefinitions[key].parse(rawValue)
    if ('refusal' in parsed) return { kind: 'refused', reason: `was not changed: ${parsed.refusal}` }
    const to = String(parsed.value)
    const change = { key, value: to, defaultValue: String(settingDefinitions[key].default), who, operator }
    const { kind, old } = await storeSetting(
      pool,
      change,
      allows && ((stored) => allows(key, { from: effective(key, stored), to })),
    )
    if (kind === 'not_allowed') return { kind, from: effective(key, old), to }
    await reader.read()
    return old === to ? { kind: 'unchanged', value: to } : { kind: 'changed', from: old, to }
  }

  const change: Settings['change'] = async (key, rawValue, who, operator) => {
    const changed = await store([key, rawValue], who, operator)
    if (changed.kind === 'not_allowed') throw new Error('any change is allowed')
    return changed
  }

  const changeUnlessWeaker: Settings['changeUnlessWeaker'] = async (key, rawValue, operator) => {
    const who = `operator:${operator.operatorId}`
    const changed = await store(
      [key, rawValue],
      who,
      operator,
      (setting, { from, to }) => !weakensProtection(setting, from, to),
    )
    return changed.kind === 'not_allowed' ? { ...changed, kind: 'weaker' } : changed
  }

  const changeIn: Settings['changeIn'] = async (client, { key, from, to }, operator) => {
    const defaultValue = String(settingDefinitions[key].default)
    const who = `operator:${operator.operatorId}`
    const change = { key, value: to, defaultValue, who, operator }
    const { kind } = await storeSettingIn(client, change, (old) => effective(key, old) === from)
    return kind === 'stored'
  }

  const list = () =>
    settingKeys.map((key) => {
      const definition: SettingDefinition<string | number> = settingDefinitions[key]
      const { default: defaultValue, description, options, range, weakenedBy } = definition
      return {
        ...{ key, value: String(reader.get(key)), default: String(defaultValue), description, options },
        ...(range === undefined ? {} : { range }),
        ...(weakenedBy === undefined ? {} : { weakenedBy }),
      }
    })

  const stop = () => {
    stopListening()
    reader.stop()
  }
  return { get: reader.get, list, change, changeUnlessWeaker, changeIn, subscribe: reader.subscribe, stop }
}

/** A stored text that is not a valid value counts as the default. */
function effective(key: SettingKey, stored: string): string {
  const { parse, default: usual }: SettingDefinition<string | number> = settingDefinitions[key]
  const parsed = parse(stored)
  return String('value' in parsed ? parsed.value : usual)
}
