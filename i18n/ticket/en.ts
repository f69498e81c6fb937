/** What the ticket and the lines of the chart say. This file is the type: every other language has exactly these keys. */
export const messages = {
  'ticket.title': 'New order',
} as const

export type TicketKey = keyof typeof messages
export type TicketMessages = Readonly<Record<TicketKey, string>>
