/** English messages of the provider search. All languages have the same keys. */
export const messages = {
  'providers.field': 'Search providers by name',
  'providers.results': 'Providers',
  'providers.count':
    '{count, plural, =0 {No provider found} one {# provider found} other {# providers found}}',
  'providers.none': 'No provider found',
  'providers.none_text': 'Nothing matches “{text}”.',
  'providers.none_yet': 'No provider is listed yet',
  'providers.failed': 'Search failed',
  'providers.more': 'Only the first {count} are shown. Type more of the name.',
  'providers.chosen': 'Your provider',
  'providers.company': 'Company',
  'providers.email': 'Email',
  'providers.website': 'Website',
  'providers.office': 'Office address',
  'providers.registered': 'Registered address',
  'providers.missing': 'Not stated',
  'providers.choose': 'Choose this provider',
  'providers.is_chosen': 'This is your provider',
  'providers.done': '{name} is now your provider',
} as const

export type ProvidersKey = keyof typeof messages
export type ProvidersMessages = Readonly<Record<ProvidersKey, string>>
