import type { Contact } from '#web/parts/entry/account/typed-account.ts'
import { isolated } from '#web/parts/entry/form/isolated.ts'

/** Where a code went, for a sentence. */
export function shownContact(contact: Contact): string {
  return isolated(contact.channel === 'email' ? contact.email : `+${contact.full}`)
}
