import { type StoredText, storedText } from '#web/stores/stored-text.ts'
import { tabStorage } from '#web/stores/tab-storage.ts'

/** Where an order is kept of which nobody knows yet how it went: in the tab it was sent from. */
export function keptSentOrder(): StoredText {
  return storedText(tabStorage(), 'openlot.sent_order')
}
