/** English texts of notifications that the service worker shows by itself. They are shown as they are. */
export const messages = {
  'worker.unreadable.title': 'Openlot',
  'worker.unreadable.text': 'You have a new notification. Open the app to read it.',
} as const

export type WorkerMessages = Readonly<Record<keyof typeof messages, string>>
