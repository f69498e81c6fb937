import { type Messages, setupI18n } from '@lingui/core'

/** Formats the message of a key with the values of its placeholders. */
export type Translate<Key extends string> = (
  key: Key,
  values?: Readonly<Record<string, string | number>>,
) => string

/** Shown in place of a message that no dictionary has. A key is never shown. */
export const missingMessage = '…'

/**
 * Expects compiled messages, so that nothing is parsed at run time. Plurals follow the locale. `missing` is called with
 * a key that has no message.
 */
export function createTranslator<Key extends string>(
  locale: string,
  messages: Readonly<Record<Key, Messages[string]>>,
  missing: (key: string) => void = () => undefined,
): Translate<Key> {
  const i18n = setupI18n({
    locale,
    messages: { [locale]: messages },
    missing: (_, key) => {
      missing(key)
      return missingMessage
    },
  })
  return (key, values) => i18n._(key, values)
}

/** Isolates texts among the values, so that they keep their direction inside a sentence that runs the other way. */
export function isolatingValues<Key extends string>(translate: Translate<Key>): Translate<Key> {
  return (key, values = {}) => {
    const isolated = Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && value !== '' ? `\u2068${value}\u2069` : value,
    ])
    return translate(key, Object.fromEntries(isolated))
  }
}
