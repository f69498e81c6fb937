import type { Call } from '#browser/calls/call-request.ts'
import type { CompanyItem, CompanyStatusAnswer } from '#contract/calls/companies.ts'

/** The server refuses a longer name. */
export const maxCompanyNameLength = 100

/** Providers whose name contains the text. Quiet: the list shows its own error. */
export function readCompanies(
  call: Call,
  name: string,
  signal: AbortSignal,
): Promise<readonly CompanyItem[]> {
  const input = { name: name.slice(0, maxCompanyNameLength) }
  return call({ path: '/api/company/getCompany', verb: 'GET', input, quiet: true, signal })
}

/** Standing of the chosen provider, asked when the app starts. Quiet: no user action caused the call. */
export function readCompanyStatus(
  call: Call,
  id: number | undefined,
  timeoutMs: number,
): Promise<CompanyStatusAnswer> {
  const input = { id: id ?? 0 }
  return call({
    ...{ path: '/api/company/getCompanyStatus', verb: 'GET', input },
    ...{ background: true, quiet: true, timeoutMs },
  })
}
