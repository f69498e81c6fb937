/** What the screen of the orders says. This file is the type: every other language has exactly these keys. */
export const messages = {
  'orders.title': 'Orders',
} as const

export type OrdersKey = keyof typeof messages
export type OrdersMessages = Readonly<Record<OrdersKey, string>>
