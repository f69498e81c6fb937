import type { OrdersMessages } from '#i18n/orders/en.ts'

export const messages: OrdersMessages = {
  'orders.title': '訂單',
}
