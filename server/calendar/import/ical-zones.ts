/** Names of time zones in files of Windows programs. */
const windowsNames: Readonly<Record<string, string>> = {
  'AUS Eastern Standard Time': 'Australia/Sydney',
  'Central Europe Standard Time': 'Europe/Budapest',
  'Central European Standard Time': 'Europe/Warsaw',
  'Central Standard Time': 'America/Chicago',
  'China Standard Time': 'Asia/Shanghai',
  'Eastern Standard Time': 'America/New_York',
  'GMT Standard Time': 'Europe/London',
  'New Zealand Standard Time': 'Pacific/Auckland',
  'Pacific Standard Time': 'America/Los_Angeles',
  'Romance Standard Time': 'Europe/Paris',
  'Singapore Standard Time': 'Asia/Singapore',
  'Tokyo Standard Time': 'Asia/Tokyo',
  'W. Europe Standard Time': 'Europe/Berlin',
}

/** The IANA name in a TZID, such as `/example.org/Europe/London`. Others are returned as they are. */
export function zoneOfName(name: string): string {
  const known = Object.hasOwn(windowsNames, name) ? windowsNames[name] : undefined
  const path = /^\/[^/]+\/(.+)$/.exec(name)?.[1]
  return known ?? path ?? name
}
