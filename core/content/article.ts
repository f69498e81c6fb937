// Articles: the texts that operators write for users.

/** News has many articles. Each of the other kinds has one. */
export const articleKinds = ['news', 'announcement', 'terms', 'privacy', 'risk'] as const
export type ArticleKind = (typeof articleKinds)[number]

/** Legal texts, which users accept in a certain version. */
export const legalKinds = ['terms', 'privacy', 'risk'] as const
export type LegalKind = (typeof legalKinds)[number]

export function isLegalKind(kind: string): kind is LegalKind {
  return legalKinds.some((legal) => legal === kind)
}

/** In characters. */
export const articleLimits = { title: 160, description: 300, body: 40_000 } as const
