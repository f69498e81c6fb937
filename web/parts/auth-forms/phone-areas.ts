import type { Call } from '#browser/calls/call-request.ts'
import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'
import { readAreas } from '#web/calls/settings.ts'
import type { PhoneArea } from '#web/parts/auth-forms/typed-account.ts'

export type AreasState = {
  readonly status: 'loading' | 'ready' | 'failed'
  readonly areas: readonly PhoneArea[]
}

/** The countries with their dialling codes. Fetched once, and again only after a failure. */
export type Areas = ReadableStore<AreasState> & { readonly fetch: () => Promise<void> }

export function createAreas(call: Call): Areas {
  const state = createValueStore<AreasState>({ status: 'loading', areas: [] })
  let isFetching = false
  return {
    getSnapshot: state.getSnapshot,
    subscribe: state.subscribe,
    async fetch() {
      if (isFetching || state.getSnapshot().status === 'ready') return
      isFetching = true
      state.set({ status: 'loading', areas: [] })
      const listed = await readAreas(call).catch(() => undefined)
      isFetching = false
      state.set(
        listed === undefined
          ? { status: 'failed', areas: [] }
          : {
              status: 'ready',
              areas: listed.map(({ id, code, global_code }) => ({
                id,
                country: code,
                diallingCode: global_code,
              })),
            },
      )
    },
  }
}

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
