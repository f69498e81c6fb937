/** Notifications of this device, sent by web push. */
export const messages = {
  'push.device': 'Notifications on this device',
  'push.device.on':
    'This device is told about your alerts, orders and account, even while the app is closed.',
  'push.device.off': 'Be told about your alerts, orders and account, even while the app is closed.',
  'push.device.unsupported':
    "This browser can't show notifications. Use a current version of another browser.",
  'push.device.unknown_service':
    "We can't send notifications to this browser. Use Chrome, Edge, Firefox or Safari.",
  'push.device.needs_installation':
    'On an iPhone or iPad, notifications work once the app is on the home screen: tap Share, then “Add to Home Screen”, and open the app from there.',
  'push.device.blocked':
    'Notifications of this site are blocked. Allow them in the settings of your browser or phone, then come back here.',
  'push.offer.title': 'Get notifications on this device',
  'push.offer.text':
    'We send a notification when a price alert is reached, when an order is filled or stopped, and about your account. On a locked screen it shows nothing private unless you choose so.',
  'push.offer.on': 'Turn on',
  'push.offer.later': 'Not now',
  'push.done': 'Notifications are on for this device',
  'push.dismissed': 'Your browser did not get permission. You can turn notifications on later.',
  'push.blocked': 'Notifications are blocked. You can allow them in the settings of your browser.',
  'push.unknown_service': "We can't send notifications to this browser. Use Chrome, Edge, Firefox or Safari.",
  'push.failed': "Couldn't turn on notifications. Please try again.",
  'push.not_off': "Couldn't turn off notifications. Please try again.",
} as const

export type PushKey = keyof typeof messages
export type PushMessages = Record<PushKey, string>
