import { parseDemoId } from '#core/account/user.ts'
import type { StoredText } from '#web/stores/stored-text.ts'

export const demoIdStorageKey = 'openlot.demo_id'

/** The key to this device's demo account: made once and kept, so that one finds the same account again. */
export function loadDemoId(stored: StoredText, newKey: () => string): string {
  const kept = parseDemoId(stored.read() ?? '')
  if (kept !== undefined) return kept
  const made = newKey()
  stored.write(made)
  return made
}
