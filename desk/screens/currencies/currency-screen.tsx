import type { DeskCurrency } from '#contract/desk/funds.ts'
import { isRoleAllowed } from '#core/user/operator-role.ts'
import { BackLink } from '#desk/parts/back-link.tsx'
import type { TermField } from '#desk/parts/currency-terms.ts'
import { TableSkeleton } from '#desk/parts/data-table.tsx'
import { useParts, useStore, useTranslate } from '#desk/parts/desk-parts.tsx'
import { Card, Fact, Page } from '#desk/parts/page.tsx'
import { ProposalNotice } from '#desk/parts/proposal-notice.tsx'
import { QueryView } from '#desk/parts/query.tsx'
import { termsOf } from '#desk/screens/currencies/currency-form.ts'
import { termText, useCurrencies } from '#desk/screens/currencies/currency-parts.tsx'
import { PayAddresses } from '#desk/screens/currencies/pay-addresses.tsx'
import { TermsForm } from '#desk/screens/currencies/terms-form.tsx'
import { WireOptions } from '#desk/screens/currencies/wire-options.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'

/** One currency: its terms, and where users pay to. */
export function CurrencyScreen({ id }: { id: number }) {
  const t = useTranslate()
  const query = useCurrencies()
  const currency = query.data?.find((candidate) => candidate.id === id)
  const name = currency === undefined ? String(id) : `${currency.code} ${currency.protocol}`.trim()
  return (
    <Page
      back={<BackLink href="/currencies" label={t('currency.back')} />}
      title={t('currency.title', { name })}
      width="narrow"
    >
      <QueryView failedTitle={t('currencies.failed')} query={query} skeleton={<TableSkeleton />}>
        {() =>
          currency === undefined ? (
            <EmptyState icon="wallet" title={t('currency.unknown')} />
          ) : (
            <CurrencyContent currency={currency} reload={async () => void (await query.refetch())} />
          )
        }
      </QueryView>
    </Page>
  )
}

type CurrencyContentProps = { readonly currency: DeskCurrency; readonly reload: () => Promise<void> }

function CurrencyContent({ currency, reload }: CurrencyContentProps) {
  const t = useTranslate()
  const { operator } = useStore(useParts().statusPoll)
  const canChange = operator !== undefined && isRoleAllowed(operator.role, ['finance'])
  const terms = termsOf(currency)
  return (
    <div className="grid gap-4">
      {canChange ? null : <Notice>{t('currencies.viewer')}</Notice>}
      {currency.proposal === null ? null : <ProposalNotice proposal={currency.proposal} />}
      <Card title={t('currency.terms')}>
        {canChange ? (
          // The key resets the form when the terms change.
          <TermsForm currency={currency} key={JSON.stringify(terms)} reload={reload} />
        ) : (
          <dl className="flex flex-wrap gap-x-10 gap-y-3">
            {(Object.keys(terms) as TermField[]).map((field) => (
              <Fact key={field} label={t(`currency.field.${field}`)}>
                {termText(field, terms[field], t)}
              </Fact>
            ))}
          </dl>
        )}
      </Card>
      {currency.kind === 'coin' ? (
        <PayAddresses canChange={canChange} currency={currency} reload={reload} />
      ) : (
        <WireOptions canChange={canChange} currency={currency} reload={reload} />
      )}
    </div>
  )
}
