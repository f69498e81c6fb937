import type { Refusal } from '#contract/outcome.ts'
import type { ArticleKind, LegalKind } from '#core/content/article.ts'
import type { LanguageCode } from '#i18n/languages.ts'

export type Page<Row> = { readonly data: readonly Row[]; readonly total: number }

/** The operator who makes a change, for the audit log. */
export type Editor = { readonly operatorId: number; readonly email: string; readonly address: string }

/** A text of a version that is visible now, in the language that comes closest. */
export type VisibleSummary = {
  readonly id: number
  readonly edition: number
  readonly language: string
  readonly title: string
  readonly description: string
  /** Name of a picture, or empty. */
  readonly logo: string
  readonly publishedAt: Date
  /** Since when this version has been visible. */
  readonly updatedAt: Date
}

export type VisibleText = VisibleSummary & { readonly body: string }
/** With its HTML, instead of the Markdown. */
export type RenderedText = VisibleSummary & { readonly html: string }

export type LegalVersion = {
  readonly edition: number
  readonly publishedAt: Date
  readonly asksConsent: boolean
}

export type MissingConsent = {
  readonly kind: LegalKind
  readonly edition: number
  readonly title: string
  readonly updatedAt: Date
}

export type DraftText = {
  readonly language: LanguageCode
  readonly title: string
  readonly description: string
  readonly body: string
}

export type ArticleState = 'draft' | 'scheduled' | 'published' | 'unpublished'

export type ListedArticle = {
  readonly id: number
  readonly kind: ArticleKind
  readonly title: string
  readonly state: ArticleState
  readonly hasChanges: boolean
  readonly languages: readonly string[]
  readonly publishedAt: Date | null
  readonly scheduledAt: Date | null
  readonly updatedAt: Date
}

export type Article = ListedArticle & {
  readonly logo: string
  readonly revision: number
  readonly texts: readonly (Omit<DraftText, 'language'> & {
    readonly language: string
    readonly revision: number
  })[]
  /** The visible version; 0 without one. */
  readonly edition: number
  /** 0 without one. */
  readonly scheduledEdition: number
}

export type PublicationAction = 'published' | 'scheduled' | 'cancelled' | 'unpublished'

export type Publication = {
  readonly action: PublicationAction
  /** 0 if the article was unpublished. */
  readonly edition: number
  readonly fromAt: Date
  readonly decidedAt: Date
  /** Email of the operator; empty for the installation. */
  readonly decidedBy: string
  readonly asksConsent: boolean
  readonly languages: readonly string[]
}

export type Edition = {
  readonly edition: number
  readonly logo: string
  readonly createdAt: Date
  readonly texts: readonly (Omit<DraftText, 'language'> & { readonly language: string })[]
}

export type ArticleResult = { readonly kind: 'changed'; readonly article: Article } | Refusal

export type Picture = {
  readonly name: string
  readonly width: number
  readonly height: number
  readonly createdAt: Date
  readonly isUsed: boolean
}
