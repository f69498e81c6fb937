import { type LegalKind, legalKinds } from '#core/content/article.ts'

/** Versions of legal texts that a user accepts. */
export type Accepted = ReadonlyMap<LegalKind, number>

const form = new RegExp(`^(${legalKinds.join('|')}):([1-9]\\d{0,6})$`)

/** Parses `terms:3,privacy:1,risk:2`, each kind at most once. Undefined for anything else. */
export function parseConsent(text: string): Accepted | undefined {
  const accepted = new Map<LegalKind, number>()
  for (const part of text.split(',')) {
    const [, name, edition] = form.exec(part) ?? []
    const kind = legalKinds.find((kind) => kind === name)
    if (kind === undefined || accepted.has(kind)) return undefined
    accepted.set(kind, Number(edition))
  }
  return accepted
}
