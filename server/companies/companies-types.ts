import type { CompanyText, CompanyWords } from '#core/company/company.ts'

/** What operators write and choose. */
export type Company = CompanyWords & {
  /** Name of a picture; null without one. */
  readonly logo: string | null
  readonly isVisible: boolean
  /** 0 is good standing. */
  readonly status: number
}

export type StoredCompany = Company & {
  readonly id: number
  readonly revision: number
  readonly updatedAt: Date
}

/** A company that a user can choose, with its text in the language that comes closest. */
export type FoundCompany = CompanyText &
  Pick<StoredCompany, 'id' | 'logo' | 'website' | 'email'> & { readonly language: string }

export type Standing = {
  /** 0 for an unknown or hidden company, too. */
  readonly status: number
  /** Where users of the company are sent now; empty if nowhere. */
  readonly lossUrl: string
}
