import { type Messages, setupI18n } from '@lingui/core'

/** Turns a key and the values of its holes into words. */
export type Translate<Key extends string> = (
  key: Key,
  values?: Readonly<Record<string, string | number>>,
) => string

/** Plurals follow the locale. The messages come compiled, so that nothing has to be parsed while it runs. */
export function createTranslator<Key extends string>(
  locale: string,
  messages: Readonly<Record<Key, Messages[string]>>,
): Translate<Key> {
  const i18n = setupI18n({ locale, messages: { [locale]: messages } })
  return (key, values) => i18n._(key, values)
}
