import type { TicketMessages } from '#i18n/ticket/en.ts'

export const messages: TicketMessages = {
  'ticket.title': '新訂單',
}
