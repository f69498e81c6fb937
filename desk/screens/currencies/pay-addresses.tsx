import { useRef, useState } from 'react'
import type { ChangePayAddressInput, DeskCurrency } from '#contract/desk/funds.ts'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { FormDialog } from '#desk/parts/form-dialog.tsx'
import { useMutation } from '#desk/parts/mutation.ts'
import { Card } from '#desk/parts/page.tsx'
import { ChangeList, SecondOperatorNotice, useTellOutcome } from '#desk/screens/currencies/currency-parts.tsx'
import { DestinationRow, SwitchDialog } from '#desk/screens/currencies/destination-row.tsx'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Field } from '#ui/field.tsx'

type PayAddress = DeskCurrency['pay_addresses'][number]

type PayAddressesProps = {
  readonly currency: DeskCurrency
  readonly canChange: boolean
  readonly reload: () => Promise<void>
}

type OpenDialog =
  | { readonly kind: 'edit'; readonly entry: PayAddress | undefined }
  | { readonly kind: 'switch'; readonly entry: PayAddress }

/** Addresses that users pay to. */
export function PayAddresses({ currency, canChange, reload }: PayAddressesProps) {
  const t = useTranslate()
  const { calls } = useParts()
  const { run, isBusy } = useMutation(calls.changePayAddress)
  const tellOutcome = useTellOutcome()
  const [dialog, setDialog] = useState<OpenDialog>()
  const close = () => setDialog(undefined)
  const save = async (change: Omit<ChangePayAddressInput, 'currency_id'>) => {
    const result = await run({ currency_id: currency.id, ...change })
    if (!result.isDone) return
    tellOutcome(result.answer)
    close()
    await reload()
  }
  return (
    <Card
      actions={
        canChange ? (
          <Button
            icon="plus"
            onClick={() => setDialog({ kind: 'edit', entry: undefined })}
            size="small"
            variant="secondary"
          >
            {t('pay_address.add')}
          </Button>
        ) : null
      }
      title={t('pay_address.title')}
    >
      {currency.pay_addresses.length === 0 ? (
        <p className="text-13 text-dim">{t('pay_address.empty')}</p>
      ) : null}
      <ul>
        {currency.pay_addresses.map((entry) => (
          <DestinationRow
            canChange={canChange}
            isOn={entry.is_on === 1}
            key={entry.id}
            name={entry.address}
            onChange={() => setDialog({ kind: 'edit', entry })}
            onSwitch={() => setDialog({ kind: 'switch', entry })}
            proposal={entry.proposal}
          >
            <span className="-my-2.5 flex items-center gap-1">
              <span className="font-mono text-13 wrap-anywhere ltr-isolate" translate="no">
                {entry.address}
              </span>
              <CopyButton label={t('pay_address.copy')} text={entry.address} />
            </span>
          </DestinationRow>
        ))}
      </ul>
      {dialog?.kind === 'edit' ? (
        <AddressDialog
          entry={dialog.entry}
          isBusy={isBusy}
          onClose={close}
          onSave={(address) =>
            void save({ ...(dialog.entry === undefined ? {} : { id: dialog.entry.id }), address })
          }
        />
      ) : null}
      {dialog?.kind === 'switch' ? (
        <SwitchDialog
          isBusy={isBusy}
          isOn={dialog.entry.is_on === 1}
          name={dialog.entry.address}
          onClose={close}
          onConfirm={() => void save({ id: dialog.entry.id, is_on: 1 - dialog.entry.is_on })}
        />
      ) : null}
    </Card>
  )
}

const longestAddress = 200

type AddressDialogProps = {
  /** Undefined to add an address. */
  readonly entry: PayAddress | undefined
  readonly isBusy: boolean
  readonly onSave: (address: string) => void
  readonly onClose: () => void
}

function AddressDialog({ entry, isBusy, onSave, onClose }: AddressDialogProps) {
  const t = useTranslate()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [isTried, setIsTried] = useState(false)
  const address = typed.trim()
  const fault = address === '' ? 'missing' : address === entry?.address ? 'same' : undefined
  const confirm = () => {
    setIsTried(true)
    if (fault === undefined) onSave(address)
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
