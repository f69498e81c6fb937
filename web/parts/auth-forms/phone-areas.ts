import type { Call } from '#web/calls/call-request.ts'
import { readAreas } from '#web/calls/settings.ts'
import type { PhoneArea } from '#web/parts/auth-forms/typed-account.ts'
import { createValueStore, type ReadableStore } from '#web/platform/value-store.ts'

export type AreasState = {
  readonly status: 'loading' | 'ready' | 'failed'
  readonly areas: readonly PhoneArea[]
}

/** The countries to choose from. What was fetched once stays. */
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

/** An area with what people call it, and everything they may look for it by. */
export type NamedArea = PhoneArea & { readonly name: string; readonly searchTexts: readonly string[] }

/** In the order of their names in the reader's language. They are sought by their English names, too. */
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

/** Those whose name begins a word so come first; digits are looked for in the dialling code, from its beginning. */
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

/** What a country is called; its code where nobody knows. */
export function countryNames(locale: string, style: 'long' | 'short' = 'long'): (country: string) => string {
  const names = new Intl.DisplayNames(locale, { type: 'region', style, fallback: 'code' })
  return (country) => names.of(country) ?? country
}

const notFound = 3

function rankOf({ searchTexts: soughtBy, country }: NamedArea, wanted: string): number {
  if (normalizeForSearch(country) === wanted) return 0
  if (soughtBy.some((text) => text.startsWith(wanted) || text.includes(` ${wanted}`))) return 1
  return soughtBy.some((text) => text.includes(wanted)) ? 2 : notFound
}

/** Without accents, in small letters, with one space between words and none around them. */
function normalizeForSearch(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[\s'’().-]+/g, ' ')
    .trim()
}
