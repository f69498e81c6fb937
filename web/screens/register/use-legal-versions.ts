import type { LegalKind } from '#core/content/article.ts'
import { readLegalHistory } from '#web/calls/content.ts'
import type { LegalVersion } from '#web/parts/legal/legal-kinds.ts'
import { useServerQuery } from '#web/parts/server-query.ts'

/**
 * The current versions of the published legal texts. Empty until all are known: registration must not fail because they
 * could not be read, and the user is asked after it.
 */
export function useLegalVersions(): readonly LegalVersion[] {
  const versions = [useVersion('terms'), useVersion('privacy'), useVersion('risk')]
  const known = versions.filter((version) => version !== undefined)
  return known.length < versions.length ? [] : known.flat()
}

/** Empty if the text has not been published. Undefined if it could not be read. */
function useVersion(kind: LegalKind): readonly LegalVersion[] | undefined {
  const { data } = useServerQuery({
    key: ['legal_history', kind],
    read: (call, signal) => readLegalHistory(call, kind, signal),
  })
  const [current] = data ?? []
  if (data === undefined) return undefined
  return current === undefined ? [] : [[kind, current.edition]]
}
