import { useRef, useState } from 'react'
import type { DeskCurrency } from '#contract/desk/funds.ts'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { FormDialog } from '#desk/parts/form-dialog.tsx'
import { ChangeList, SecondOperatorNotice } from '#desk/screens/currencies/currency-parts.tsx'
import { type DestinationDialogProps, DestinationList } from '#desk/screens/currencies/destination-list.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Field } from '#ui/field.tsx'

type PayAddress = DeskCurrency['pay_addresses'][number]

type PayAddressesProps = {
  readonly currency: DeskCurrency
  readonly canChange: boolean
  readonly reload: () => Promise<void>
}

/** Addresses that users pay to. */
export function PayAddresses({ currency, canChange, reload }: PayAddressesProps) {
  const t = useTranslate()
  const { calls } = useParts()
  return (
    <DestinationList<PayAddress, { address: string }>
      canChange={canChange}
      entries={currency.pay_addresses}
      labels={{ title: t('pay_address.title'), add: t('pay_address.add'), empty: t('pay_address.empty') }}
      nameOf={({ address }) => address}
      reload={reload}
      renderDialog={(props) => <AddressDialog {...props} />}
      save={(change) => calls.changePayAddress({ currency_id: currency.id, ...change })}
    >
      {({ address }) => (
        <span className="-my-2.5 flex items-center gap-1">
          <span className="font-mono text-13 wrap-anywhere ltr-isolate" translate="no">
            {address}
          </span>
          <CopyButton label={t('pay_address.copy')} text={address} />
        </span>
      )}
    </DestinationList>
  )
}

const longestAddress = 200

type AddressDialogProps = DestinationDialogProps<PayAddress, { address: string }>

function AddressDialog({ entry, isBusy, onSave, onClose }: AddressDialogProps) {
  const t = useTranslate()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [isTried, setIsTried] = useState(false)
  const address = typed.trim()
  const fault = address === '' ? 'missing' : address === entry?.address ? 'same' : undefined
  const confirm = () => {
    setIsTried(true)
    if (fault === undefined) onSave({ address })
  }
  return (
    <FormDialog
      busy={isBusy}
      confirmLabel={t('currency.propose')}
      focus={field}
      onClose={onClose}
      onConfirm={confirm}
      title={t(entry === undefined ? 'pay_address.add' : 'pay_address.change')}
    >
      <Field
        autoComplete="off"
        dir="ltr"
        error={isTried && fault !== undefined ? t(`pay_address.${fault}`) : undefined}
        label={t('pay_address.new')}
        maxLength={longestAddress}
        onChange={(event) => setTyped(event.target.value)}
        ref={field}
        spellCheck={false}
        value={typed}
      />
      <ChangeList changes={[{ label: t('destination.address'), from: entry?.address ?? '', to: address }]} />
      <SecondOperatorNotice text={t('currency.second.address')} />
    </FormDialog>
  )
}
