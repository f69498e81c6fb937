import { unsupportedCountries } from '#core/account/unsupported-countries.ts'
import { languageOf } from '#i18n/languages.ts'
import { useBook, useWords } from '#web/parts/app-parts.tsx'
import { countryNames } from '#web/parts/auth-forms/phone-areas.ts'

/** What everybody should have read before they open an account. */
export function FineNote() {
  const t = useBook('entry')
  const { locale } = languageOf(useWords().language)
  const names = unsupportedCountries.map(countryNames(locale, 'short'))
  const countries = new Intl.ListFormat(locale, { type: 'conjunction' }).format(names)
  return (
    <div className="grid gap-2 px-4 pb-5 text-12 text-dim">
      <p>{t('entry.register.risk')}</p>
      <p>{t('entry.register.countries', { countries })}</p>
    </div>
  )
}
