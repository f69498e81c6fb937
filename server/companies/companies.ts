// Entry point of the companies module: providers that users search and choose in main-company mode.
import type { Refusal } from '#contract/outcome.ts'
import { isRedirectAllowed, redirectWords } from '#core/company/redirect-list.ts'
import type { LanguageCode } from '#i18n/languages.ts'
import { readStanding, searchAll, searchChoosable } from '#server/companies/companies-store.ts'
import type { FoundCompany, Standing, StoredCompany } from '#server/companies/companies-types.ts'
import { type SaveCompany, type SavedCompany, saveCompany } from '#server/companies/save-company.ts'
import type { Settings } from '#server/settings/settings.ts'
import type { Pool } from '#server/storage/storage.ts'

export type { Company, FoundCompany, Standing, StoredCompany } from '#server/companies/companies-types.ts'

export type Companies = {
  /** Whether users choose a provider. Off, the module shows users nothing and sends them nowhere. */
  readonly isModeOn: () => boolean
  /**
   * Companies that users can choose, at most 50: active and in good standing, with a name in any language that contains
   * the text. Empty while the mode is off.
   */
  readonly search: (name: string, language: LanguageCode) => Promise<readonly FoundCompany[]>
  readonly standing: (id: number) => Promise<Standing>
  /** For operators: hidden companies, too. Pages of twenty, starting at 1. */
  readonly list: (input: {
    readonly name: string
    readonly page: number
  }) => Promise<{ readonly data: readonly StoredCompany[]; readonly total: number }>
  /** Audited. The texts have codes of offered languages only. */
  readonly save: (input: SaveCompany) => Promise<SavedCompany | Refusal>
  /** Addresses that users may be sent to, as the setting has them now. */
  readonly allowedRedirects: () => readonly string[]
}

type Parts = { readonly pool: Pool; readonly settings: Pick<Settings, 'get'> }

const mostFound = 50
const pageSize = 20
const goodStanding: Standing = { status: 0, lossUrl: '' }

export function createCompanies({ pool, settings }: Parts): Companies {
  const isModeOn = () => settings.get('main_company_mode') === 1
  const allowedRedirects = () => redirectWords(settings.get('loss_url_list'))

  /** The list is read at each answer, so that an address removed from it is no longer answered. */
  async function standing(id: number): Promise<Standing> {
    const { status, lossUrl } = (isModeOn() ? await readStanding(pool, id) : undefined) ?? goodStanding
    if (status === 0) return goodStanding
    return { status, lossUrl: isRedirectAllowed(allowedRedirects(), lossUrl) ? lossUrl : '' }
  }

  return {
    isModeOn,
    search: async (text, language) =>
      isModeOn() ? await searchChoosable(pool, { text, language, limit: mostFound }) : [],
    standing,
    list: async ({ name, page }) =>
      await searchAll(pool, { text: name, limit: pageSize, offset: (page - 1) * pageSize }),
    save: async (input) => await saveCompany(pool, input),
    allowedRedirects,
  }
}
