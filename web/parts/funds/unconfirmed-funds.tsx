import { useDictionary } from '#web/parts/app-parts.tsx'
import { amountText } from '#web/parts/funds/amount-text.ts'
import { SummaryLine } from '#web/parts/funds/funds-lines.tsx'
import type { SentRequest } from '#web/parts/funds/funds-requests.ts'
import { useFundsRequests } from '#web/parts/funds/use-funds.ts'
import { type RecordsCheck, UnconfirmedRequest } from '#web/parts/requests/unconfirmed-request.tsx'

type UnconfirmedFundsProps = {
  readonly sent: SentRequest
  readonly check: RecordsCheck
  readonly onCheckAgain: () => void
  readonly onDone: () => void
}

/** Replaces the form of a deposit, a withdrawal or a payout method while its outcome is unknown. */
export function UnconfirmedFunds(props: UnconfirmedFundsProps) {
  const t = useDictionary('funds')
  const { input, currency } = props.sent
  return (
    <UnconfirmedRequest {...props} requests={useFundsRequests()}>
      {'number' in input ? (
        <SummaryLine label={t('funds.amount')}>{amountText(input.number, currency)}</SummaryLine>
      ) : null}
    </UnconfirmedRequest>
  )
}
