import type { OutboxItem } from '#web/support/outbox-storage.ts'

type Written = { readonly text: string; readonly orderId: number | undefined }

/** Pictures cannot be taken back: the server deletes those that were not sent. */
export function canTakeBack({ text, orderId }: Pick<OutboxItem, 'text' | 'orderId'>): boolean {
  return text !== '' || orderId !== null
}

/** The draft with an unsent message after it. Undefined if both have an order, because only one of them fits. */
export function takenBack(
  draft: Written,
  { text, orderId }: Pick<OutboxItem, 'text' | 'orderId'>,
): Written | undefined {
  const own = orderId ?? undefined
  if (own !== undefined && draft.orderId !== undefined && own !== draft.orderId) return undefined
  return {
    text: [draft.text, text].filter((each) => each.trim() !== '').join('\n'),
    orderId: draft.orderId ?? own,
  }
}
