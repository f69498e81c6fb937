import { parseRecord } from '#browser/platform/parse-record.ts'
import type { StoredText } from '#browser/storage/stored-text.ts'

/** For whom pushes are on in this browser, and what the server was told last. */
export type PushRecord = {
  readonly userId: number
  /** Identifies the session, with which the server ends the subscription. */
  readonly sessionHash: string
  readonly endpoint: string
  readonly language: string
  /** When the server was told. */
  readonly sentAtMs: number
}

export function readPushRecord(stored: StoredText): PushRecord | undefined {
  const { userId, sessionHash, endpoint, language, sentAtMs } = parseRecord(stored.read() ?? '') ?? {}
  const isValid =
    typeof userId === 'number' &&
    typeof sessionHash === 'string' &&
    typeof endpoint === 'string' &&
    typeof language === 'string' &&
    typeof sentAtMs === 'number'
  return isValid ? { userId, sessionHash, endpoint, language, sentAtMs } : undefined
}

export function writePushRecord(stored: StoredText, record: PushRecord | undefined): void {
  stored.write(record === undefined ? undefined : JSON.stringify(record))
}

/** Whether both tell the server the same, at whatever time. */
export function isSameRecord(one: PushRecord, other: PushRecord): boolean {
  return (
    one.userId === other.userId &&
    one.sessionHash === other.sessionHash &&
    one.endpoint === other.endpoint &&
    one.language === other.language
  )
}
