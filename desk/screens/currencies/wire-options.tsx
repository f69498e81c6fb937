import type { DeskCurrency } from '#contract/desk/funds.ts'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { DestinationFields } from '#desk/parts/destination-fields.tsx'
import { DestinationList } from '#desk/screens/currencies/destination-list.tsx'
import { WireDialog } from '#desk/screens/currencies/wire-dialog.tsx'
import { bankFieldNames, type WireForm, type WireOption } from '#desk/screens/currencies/wire-form.ts'

type WireOptionsProps = {
  readonly currency: DeskCurrency
  readonly canChange: boolean
  readonly reload: () => Promise<void>
}

/** Bank accounts that users wire to. */
export function WireOptions({ currency, canChange, reload }: WireOptionsProps) {
  const t = useTranslate()
  const { calls } = useParts()
  return (
    <DestinationList<WireOption, WireForm>
      canChange={canChange}
      entries={currency.wire_options}
      labels={{ title: t('wire.title'), add: t('wire.add'), empty: t('wire.empty') }}
      nameOf={({ bank_name, payee_account }) => `${bank_name} ${payee_account}`}
      reload={reload}
      renderDialog={(props) => <WireDialog {...props} />}
      save={(change) => calls.changeWireOption({ currency_id: currency.id, ...change })}
    >
      {(option) => (
        <DestinationFields
          fields={bankFieldNames
            .filter((field) => option[field] !== '')
            .map((label) => ({ label, text: option[label] }))}
        />
      )}
    </DestinationList>
  )
}
