import type { Log } from '#server/platform/log.ts'
import {
  isSettingKey,
  type SettingKey,
  type SettingValue,
  settingDefinitions,
  settingKeys,
} from '#server/settings/setting-definitions.ts'
import { readStoredSettings } from '#server/settings/settings-store.ts'
import type { Pool } from '#server/storage/storage.ts'

type StoredSettings = ReadonlyMap<string, string>

const retryMs = 1000

/** Caches the settings table and notifies subscribers of changed values. */
export function createSettingsReader(pool: Pool, log: Log) {
  const handlers = new Set<(key: SettingKey) => void>()
  let stored: StoredSettings = new Map()
  let reading: Promise<void> = Promise.resolve()
  let retry: NodeJS.Timeout | undefined
  let stopped = false

  /** Reads run one after the other: concurrent ones could finish in the wrong order. */
  function read(): Promise<void> {
    const next = reading.then(async () => apply(await readStoredSettings(pool)))
    reading = next.catch(() => undefined)
    return next
  }

  function apply(fresh: StoredSettings): void {
    const before = stored
    stored = fresh
    warnAboutIgnored(fresh, log)
    for (const key of settingKeys) if (valueIn(before, key) !== valueIn(fresh, key)) notify(key)
  }

  /** A throwing subscriber does not affect the others. */
  function notify(key: SettingKey): void {
    for (const handler of handlers) {
      try {
        handler(key)
      } catch (fault) {
        log.error({ setting: key, fault }, 'a settings subscriber failed')
      }
    }
  }

  /** Called after a change by another process and after a lost connection. Retries until the read succeeds. */
  function readInBackground(): void {
    clearTimeout(retry)
    read().catch((caught: unknown) => {
      if (stopped) return
      log.warn({ fault: String(caught) }, 'could not read the settings; retrying')
      retry = setTimeout(readInBackground, retryMs)
    })
  }

  return {
    read,
    readInBackground,
    get: <Key extends SettingKey>(key: Key): SettingValue<Key> => valueIn(stored, key),
    subscribe: (handler: (key: SettingKey) => void) => {
      handlers.add(handler)
      return () => void handlers.delete(handler)
    },
    stop: () => {
      stopped = true
      clearTimeout(retry)
    },
  }
}

/** An invalid stored value is ignored in favour of the default. */
function valueIn<Key extends SettingKey>(stored: StoredSettings, key: Key): SettingValue<Key> {
  const definition = settingDefinitions[key]
  const parsed = definition.parse(stored.get(key) ?? String(definition.default))
  return 'value' in parsed ? parsed.value : definition.default
}

function warnAboutIgnored(stored: StoredSettings, log: Log): void {
  for (const [key, raw] of stored) {
    if (!isSettingKey(key)) {
      log.warn({ setting: key }, 'unknown setting ignored')
      continue
    }
    const parsed = settingDefinitions[key].parse(raw)
    if ('refusal' in parsed) log.warn({ setting: key, why: parsed.refusal }, 'invalid stored setting ignored')
  }
}
