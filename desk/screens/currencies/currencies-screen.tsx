import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { DeskCurrency } from '#contract/desk/funds.ts'
import { isRoleAllowed } from '#core/user/operator-role.ts'
import { type Column, DataTable, TableSkeleton } from '#desk/parts/data-table.tsx'
import { useParts, useStore, useTranslate } from '#desk/parts/desk-parts.tsx'
import { Page } from '#desk/parts/page.tsx'
import { ProposalBadge } from '#desk/parts/proposal-notice.tsx'
import { QueryView } from '#desk/parts/query.tsx'
import { AddCurrencyDialog } from '#desk/screens/currencies/add-currency-dialog.tsx'
import { FeeText, OnOffBadge, useCurrencies } from '#desk/screens/currencies/currency-parts.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Figure } from '#ui/figure.tsx'
import { Notice } from '#ui/notice.tsx'

/** All currencies with their terms. A row opens the currency. */
export function CurrenciesScreen() {
  const t = useTranslate()
  const [, go] = useLocation()
  const { operator } = useStore(useParts().statusPoll)
  const canChange = operator !== undefined && isRoleAllowed(operator.role, ['finance'])
  const query = useCurrencies()
  const [isAdding, setIsAdding] = useState(false)
  return (
    <Page
      actions={
        canChange ? (
          <Button icon="plus" onClick={() => setIsAdding(true)} size="small">
            {t('currencies.add')}
          </Button>
        ) : null
      }
      text={t('currencies.text')}
      title={t('currencies.title')}
    >
      {canChange ? null : <Notice className="mb-4">{t('currencies.viewer')}</Notice>}
      <QueryView failedTitle={t('currencies.failed')} query={query} skeleton={<TableSkeleton />}>
        {(currencies) =>
          currencies.length === 0 ? (
            <EmptyState icon="wallet" title={t('currencies.empty')} />
          ) : (
            <CurrenciesTable currencies={currencies} />
          )
        }
      </QueryView>
      {isAdding ? (
        <AddCurrencyDialog onAdded={(id) => go(`/currencies/${id}`)} onClose={() => setIsAdding(false)} />
      ) : null}
    </Page>
  )
}

function CurrenciesTable({ currencies }: { currencies: readonly DeskCurrency[] }) {
  const t = useTranslate()
  const [, go] = useLocation()
  const columns: readonly Column<DeskCurrency>[] = [
    {
      key: 'code',
      head: t('currencies.column.currency'),
      className: 'w-full min-w-36',
      cell: (currency) => (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link className="font-semibold hover:underline" href={`/currencies/${currency.id}`} translate="no">
            {currency.code}
          </Link>
          <span className="text-dim">{currency.protocol}</span>
          <ProposalBadge proposal={firstProposal(currency)} />
        </span>
      ),
    },
    {
      key: 'deposit',
      head: t('currencies.column.deposit'),
      cell: ({ is_deposit_on }) => <OnOffBadge isOn={is_deposit_on === 1} />,
    },
    {
      key: 'deposit_rate',
      head: t('currency.field.deposit_rate'),
      className: 'min-w-20',
      isFigure: true,
      cell: ({ deposit_rate }) => <Figure value={deposit_rate} />,
    },
    {
      key: 'least_deposit',
      head: t('currency.field.least_deposit'),
      className: 'min-w-20',
      isFigure: true,
      cell: ({ least_deposit }) => <Figure value={least_deposit} />,
    },
    {
      key: 'payout',
      head: t('currencies.column.payout'),
      cell: ({ is_payout_on }) => <OnOffBadge isOn={is_payout_on === 1} />,
    },
    {
      key: 'payout_rate',
      head: t('currency.field.payout_rate'),
      className: 'min-w-20',
      isFigure: true,
      cell: ({ payout_rate }) => <Figure value={payout_rate} />,
    },
    {
      key: 'fee',
      head: t('currency.field.fee'),
      className: 'min-w-20',
      isFigure: true,
      cell: (currency) => <FeeText fee={currency.fee} feeType={String(currency.fee_type)} />,
    },
    {
      key: 'limits',
      head: t('currencies.column.limits'),
      className: 'min-w-20',
      isFigure: true,
      cell: ({ least_payout, most_payout }) => (
        <span className="flex flex-col items-end ltr-isolate">
          <Figure value={least_payout} />
          <Figure value={most_payout} />
        </span>
      ),
    },
  ]
  return (
    <DataTable
      columns={columns}
      keyOf={({ id }) => id}
      label={t('currencies.title')}
      onOpen={({ id }) => go(`/currencies/${id}`)}
      rows={currencies}
    />
  )
}

/** An open proposal of the currency, one of its addresses or its bank accounts. */
function firstProposal({ proposal, pay_addresses, wire_options }: DeskCurrency) {
  const proposals = [proposal, ...[...pay_addresses, ...wire_options].map((entry) => entry.proposal)]
  return proposals.find((each) => each !== null) ?? null
}
