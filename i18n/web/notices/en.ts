/** The user's notices, and the settings of what reaches the user where. */
export const messages = {
  'notices.list': 'Your notifications',
  'notices.none': 'No notifications yet',
  'notices.none_text': 'Margin calls, ended orders, price alerts and news about your account appear here.',
  'notices.failed': "Couldn't load your notifications",
  'notices.unread': 'Unread',
  'notices.toast': '{title}: {text}',
  'notices.toast.many': '{count, plural, one {# new notification} other {# new notifications}}',
  'notices.toast.show': 'Show',

  'notices.group.margin': 'Margin',
  'notices.group.margin.note': 'Margin calls and close-outs',
  'notices.group.orders': 'Orders',
  'notices.group.orders.note': 'Stops, fills and cancellations',
  'notices.group.alerts': 'Price alerts',
  'notices.group.alerts.note': 'A price that you set is reached',
  'notices.group.funds': 'Funds',
  'notices.group.funds.note': 'Deposits, withdrawals and payout methods',
  'notices.group.identity': 'Identity',
  'notices.group.identity.note': 'The result of your verification',
  'notices.group.support': 'Support',
  'notices.group.support.note': 'Answers in the support chat',
  'notices.group.complaints': 'Complaints',
  'notices.group.complaints.note': 'Our answers to your complaints',
  'notices.group.terms': 'Legal texts',
  'notices.group.terms.note': 'Changes to terms, privacy and risk notices',
  'notices.group.announcements': 'Announcements',
  'notices.group.announcements.note': 'News about Openlot',

  'notices.channels': "Where you're notified",
  'notices.channel.topic': 'Topic',
  'notices.channel.app': 'App',
  'notices.channel.push': 'Push',
  'notices.channel.mail': 'Email',
  'notices.channels.hint':
    'App: in your list of notifications. Push: on your devices, even when the app is closed. Email: to your address.',
  'notices.channels.hint_demo':
    'App: in your list of notifications. Push: on your devices, even when the app is closed.',
  'notices.switch': '{group}: {channel}',
  'notices.fixed': 'Always on, because your money or your rights depend on it.',
  'notices.preferences.failed': "Couldn't load your notification settings",

  'notices.push': 'Push notifications',
  'notices.details': 'Details on the locked screen',
  'notices.details.note': 'If off, a push only says that there is news, without amounts or markets.',
  'notices.quiet': 'Quiet hours',
  'notices.quiet.note': 'No pushes during these hours, except margin calls and close-outs.',
  'notices.quiet.from': 'From',
  'notices.quiet.to': 'To',
  'notices.quiet.zone': 'Times in {zone}',
  'notices.quiet.use_zone': 'Use {zone}',
  'notices.quiet.same': 'Choose two different times, or switch off the quiet hours.',
} as const

export type NoticesKey = keyof typeof messages
export type NoticesMessages = Readonly<Record<NoticesKey, string>>
