import type { StoredText } from '#browser/storage/stored-text.ts'
import { parseDemoId } from '#core/user/user.ts'

export const demoIdStorageKey = 'openlot.demo_id'

/** The id of this device's demo account, its only credential. Generated once and stored. */
export function loadDemoId(stored: StoredText, newKey: () => string): string {
  const known = parseDemoId(stored.read() ?? '')
  if (known !== undefined) return known
  const created = newKey()
  stored.write(created)
  return created
}
