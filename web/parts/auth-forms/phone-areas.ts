import type { PhoneArea } from '#web/parts/auth-forms/typed-account.ts'

/** An area with its localised name and the texts that a search for it can match. */
export type NamedArea = PhoneArea & { readonly name: string; readonly searchTexts: readonly string[] }

/** Sorted by name in the user's language. A search also matches the English name and the country code. */
export function nameAreas(areas: readonly PhoneArea[], locale: string): readonly NamedArea[] {
  const own = countryNames(locale)
  const english = countryNames('en')
  const { compare } = new Intl.Collator(locale)
  return areas
    .map((area) => {
      const name = own(area.country)
      return {
        ...area,
        name,
        searchTexts: [
          normalizeForSearch(name),
          normalizeForSearch(english(area.country)),
          normalizeForSearch(area.country),
        ],
      }
    })
    .sort((left, right) => compare(left.name, right.name))
}

/**
 * An exact country code comes first, then matches at the start of a word. Digits match the start of the dialling code.
 */
export function findAreas(areas: readonly NamedArea[], typed: string): readonly NamedArea[] {
  const wanted = normalizeForSearch(typed)
  if (wanted === '') return areas
  const digits = /^(?:\+|00)?(\d+)$/.exec(wanted)?.[1]
  if (digits !== undefined) return areas.filter(({ diallingCode }) => diallingCode.startsWith(digits))
  const ranked = areas.map((area) => ({ area, rank: rankOf(area, wanted) }))
  return ranked
    .filter(({ rank }) => rank < notFound)
    .sort((left, right) => left.rank - right.rank)
    .map(({ area }) => area)
}

/** Localised country names. Falls back to the country code. */
export function countryNames(locale: string, style: 'long' | 'short' = 'long'): (country: string) => string {
  const names = new Intl.DisplayNames(locale, { type: 'region', style, fallback: 'code' })
  return (country) => names.of(country) ?? country
}

const notFound = 3

function rankOf({ searchTexts, country }: NamedArea, wanted: string): number {
  if (normalizeForSearch(country) === wanted) return 0
  if (searchTexts.some((text) => text.startsWith(wanted) || text.includes(` ${wanted}`))) return 1
  return searchTexts.some((text) => text.includes(wanted)) ? 2 : notFound
}

/** Lower case, without accents, with a single space in place of punctuation. */
function normalizeForSearch(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[\s'’().-]+/g, ' ')
    .trim()
}
