import type { EntryKey } from '#i18n/entry/en.ts'

export const codeLength = 6

/** Only its length: whether it is the right one is for the server to say. */
export function codeFault(code: string): EntryKey | undefined {
  return code.length === codeLength ? undefined : 'entry.error.code_length'
}
