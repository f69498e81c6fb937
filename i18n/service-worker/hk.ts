import type { WorkerMessages } from '#i18n/service-worker/en.ts'

export const messages: WorkerMessages = {
  'worker.unreadable.title': 'Openlot',
  'worker.unreadable.text': '您有一則新通知，請開啟應用程式查看。',
}
