// The chat in the frame tells the page around it that the order of the address was sent or removed.

const orderUsed = 'openlot.support.order_used'

/** Does nothing if the chat is not in a frame. */
export function tellOrderUsed(): void {
  if (window.parent !== window) window.parent.postMessage(orderUsed, location.origin)
}

type Told = { readonly data: unknown; readonly origin: string; readonly source: unknown }

/** Any page can send messages to any other. */
export function isOrderUsed({ data, origin, source }: Told, ownOrigin: string, frame: unknown): boolean {
  return data === orderUsed && origin === ownOrigin && source !== null && source === frame
}
