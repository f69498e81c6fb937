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

/** The table as it was last read, and who wants to know when it differs. */
export function createSettingsReader(pool: Pool, log: Log) {
  const handlers = new Set<(key: SettingKey) => void>()
  let stored: StoredSettings = new Map()
  let reading: Promise<void> = Promise.resolve()
  let retry: NodeJS.Timeout | undefined
  let stopped = false

  /** One reading after the other: two at once could finish in the wrong order and leave the older values. */
  function read(): Promise<void> {
    const next = reading.then(async () => take(await readStoredSettings(pool)))
    reading = next.catch(() => undefined)
    return next
  }

  function take(fresh: StoredSettings): void {
    const before = stored
    stored = fresh
    warnOfIgnored(fresh, log)
    for (const key of settingKeys) if (valueIn(before, key) !== valueIn(fresh, key)) tell(key)
  }

  /** What is stored is stored, whatever a listener makes of it. */
  function tell(key: SettingKey): void {
    for (const handler of handlers) {
      try {
        handler(key)
      } catch (fault) {
        log.error({ setting: key, fault }, 'a listener to the settings failed')
      }
    }
  }

  /** For a change made elsewhere, which nobody here waits for: tried until it works. */
  function readLater(): void {
    clearTimeout(retry)
    read().catch((caught: unknown) => {
      if (stopped) return
      log.warn({ fault: String(caught) }, 'the settings could not be read, trying again')
      retry = setTimeout(readLater, retryMs)
    })
  }

  return {
    read,
    readLater,
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

/** What the table cannot mean is not obeyed: the default holds. */
function valueIn<Key extends SettingKey>(stored: StoredSettings, key: Key): SettingValue<Key> {
  const definition = settingDefinitions[key]
  const parsed = definition.parse(stored.get(key) ?? String(definition.default))
  return 'value' in parsed ? parsed.value : definition.default
}

function warnOfIgnored(stored: StoredSettings, log: Log): void {
  for (const [key, raw] of stored) {
    if (!isSettingKey(key)) {
      log.warn({ setting: key }, 'unknown setting ignored')
      continue
    }
    const parsed = settingDefinitions[key].parse(raw)
    if ('refusal' in parsed) log.warn({ setting: key, why: parsed.refusal }, 'invalid stored setting ignored')
  }
}
