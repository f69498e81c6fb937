// Countries of events and their currencies.

/** Euro countries are listed because events of Germany or France move the euro. */
const currencies: Readonly<Record<string, string>> = {
  US: 'USD',
  EU: 'EUR',
  GB: 'GBP',
  JP: 'JPY',
  CH: 'CHF',
  AU: 'AUD',
  NZ: 'NZD',
  CA: 'CAD',
  CN: 'CNY',
  HK: 'HKD',
  SG: 'SGD',
  KR: 'KRW',
  TW: 'TWD',
  IN: 'INR',
  TH: 'THB',
  ID: 'IDR',
  MY: 'MYR',
  PH: 'PHP',
  VN: 'VND',
  SE: 'SEK',
  NO: 'NOK',
  DK: 'DKK',
  PL: 'PLN',
  CZ: 'CZK',
  HU: 'HUF',
  RU: 'RUB',
  TR: 'TRY',
  ZA: 'ZAR',
  MX: 'MXN',
  BR: 'BRL',
  IL: 'ILS',
  AE: 'AED',
  SA: 'SAR',
}

const euroCountries: ReadonlySet<string> = new Set(
  'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' '),
)

/** Codes that calendars use for a country besides its own. */
const aliases: Readonly<Record<string, string>> = { UK: 'GB', EZ: 'EU', EMU: 'EU', EA: 'EU', USA: 'US' }

/** Undefined if it is not known. */
export function currencyOf(country: string): string | undefined {
  if (euroCountries.has(country)) return 'EUR'
  return Object.hasOwn(currencies, country) ? currencies[country] : undefined
}

const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

/** Code of a country. An empty text gives the country whose currency it is. */
export function countryFrom(text: string, currency: string): string | undefined {
  const written = text.trim().toUpperCase()
  if (written === '') return countryOfCurrency(currency.trim().toUpperCase())
  const code = Object.hasOwn(aliases, written) ? aliases[written] : written
  if (code === undefined || !/^[A-Z]{2}$/.test(code) || code === 'ZZ') return undefined
  return names.of(code) === undefined ? undefined : code
}

function countryOfCurrency(currency: string): string | undefined {
  return Object.keys(currencies).find((country) => currencies[country] === currency)
}
