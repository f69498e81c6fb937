import type { LegalKind } from '#core/content/article.ts'

/** A version of a legal text. */
export type LegalVersion = readonly [kind: LegalKind, edition: number]

/** Where a legal text is shown: the current version, or that of the edition. */
export function legalPath(kind: LegalKind, edition?: number): string {
  return edition === undefined ? `/legal/${kind}` : `/legal/${kind}?edition=${edition}`
}

/** The wire form of accepted versions, such as terms:3,privacy:1,risk:2. Empty without any. */
export function consentTo(versions: readonly (readonly [kind: string, edition: number])[]): string {
  return versions.map(([kind, edition]) => `${kind}:${edition}`).join(',')
}
