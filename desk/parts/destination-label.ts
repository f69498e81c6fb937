import type { DeskKey } from '#i18n/desk/en.ts'
import type { Translate } from '#i18n/translator.ts'

type DestinationKey = Exclude<Extract<DeskKey, `destination.${string}`>, 'destination.copy'>

/** The type ensures that each field in the dictionary is listed. */
const translatedKeys: Readonly<Record<DestinationKey, true>> = {
  'destination.address': true,
  'destination.protocol': true,
  'destination.currency': true,
  'destination.bank_name': true,
  'destination.bank_branch': true,
  'destination.bank_address': true,
  'destination.bank_swift': true,
  'destination.payee_name': true,
  'destination.payee_account': true,
  'destination.bank_remark': true,
}

/** Label of a field of an address or bank account. A field that only a newer server has is shown by name. */
export function destinationLabel(field: string, t: Translate<DeskKey>): string {
  const key = `destination.${field}`
  return isTranslated(key) ? t(key) : field
}

function isTranslated(key: string): key is DestinationKey {
  return Object.hasOwn(translatedKeys, key)
}
