import { type Messages, setupI18n } from '@lingui/core'

/** Formats the message of a key with the values of its placeholders. */
export type Translate<Key extends string> = (
  key: Key,
  values?: Readonly<Record<string, string | number>>,
) => string

/** Expects compiled messages, so that nothing is parsed at run time. Plurals follow the locale. */
export function createTranslator<Key extends string>(
  locale: string,
  messages: Readonly<Record<Key, Messages[string]>>,
): Translate<Key> {
  const i18n = setupI18n({ locale, messages: { [locale]: messages } })
  return (key, values) => i18n._(key, values)
}
