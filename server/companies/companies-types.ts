import type { CompanyTexts } from '#core/company/company.ts'

/** What operators write. */
export type Company = CompanyTexts & {
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

export type Standing = {
  /** 0 for an unknown or hidden company, too. */
  readonly status: number
  /** Where users of the company are sent now; empty if nowhere. */
  readonly lossUrl: string
}
