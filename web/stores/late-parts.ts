import type { DictionaryName } from '#i18n/web/load-dictionary.ts'

/** Code that loads when it is first needed, and the dictionaries of its texts. Define it as a constant. */
export type LateCode<Part> = {
  readonly load: () => Promise<Part>
  readonly dictionaries?: readonly DictionaryName[]
}

/** Parts of the app that do not exist from the start. They live as long as the page. */
export type LateParts<Parts> = {
  /** The part that `create` makes, created at the first use. */
  readonly once: <Part>(create: (parts: Parts) => Part) => Part
  /** Loads the code with its dictionaries, once. After a failure the next call tries again. */
  readonly load: <Part>(code: LateCode<Part>) => Promise<Part>
  /** Undefined until the code is loaded. */
  readonly loaded: <Part>(code: LateCode<Part>) => { readonly part: Part } | undefined
}

type LatePartsOptions<Parts> = {
  readonly parts: () => Parts
  readonly loadDictionary: (name: DictionaryName) => Promise<unknown>
}

export function createLateParts<Parts>({ parts, loadDictionary }: LatePartsOptions<Parts>): LateParts<Parts> {
  const created = new Map<unknown, unknown>()
  const loading = new Map<LateCode<unknown>, Promise<unknown>>()
  const loaded = new Map<LateCode<unknown>, { readonly part: unknown }>()

  async function load({ load: loadCode, dictionaries = [] }: LateCode<unknown>): Promise<unknown> {
    const [part] = await Promise.all([loadCode(), ...dictionaries.map(loadDictionary)])
    return part
  }
  // The entry of a key has the type of its key. The compiler cannot express that.
  return {
    once<Part>(create: (parts: Parts) => Part) {
      if (!created.has(create)) created.set(create, create(parts()))
      return created.get(create) as Part
    },
    load<Part>(code: LateCode<Part>) {
      const present = loading.get(code)
      if (present !== undefined) return present as Promise<Part>
      const started = load(code).then(
        (part) => {
          loaded.set(code, { part })
          return part
        },
        (fault: unknown) => {
          loading.delete(code)
          throw fault
        },
      )
      loading.set(code, started)
      return started as Promise<Part>
    },
    loaded: <Part>(code: LateCode<Part>) => loaded.get(code) as { readonly part: Part } | undefined,
  }
}
