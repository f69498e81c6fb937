import { useState } from 'react'
import type { ChangeWireOptionInput, DeskCurrency } from '#contract/desk/funds.ts'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { DestinationFields } from '#desk/parts/destination-fields.tsx'
import { useMutation } from '#desk/parts/mutation.ts'
import { Card } from '#desk/parts/page.tsx'
import { useTellOutcome } from '#desk/screens/currencies/currency-parts.tsx'
import { DestinationRow, SwitchDialog } from '#desk/screens/currencies/destination-row.tsx'
import { WireDialog } from '#desk/screens/currencies/wire-dialog.tsx'
import { bankFieldNames, type WireOption } from '#desk/screens/currencies/wire-form.ts'
import { Button } from '#ui/button.tsx'

type WireOptionsProps = {
  readonly currency: DeskCurrency
  readonly canChange: boolean
  readonly reload: () => Promise<void>
}

type OpenDialog =
  | { readonly kind: 'edit'; readonly option: WireOption | undefined }
  | { readonly kind: 'switch'; readonly option: WireOption }

/** Bank accounts that users wire to. */
export function WireOptions({ currency, canChange, reload }: WireOptionsProps) {
  const t = useTranslate()
  const { calls } = useParts()
  const { run, isBusy } = useMutation(calls.changeWireOption)
  const tellOutcome = useTellOutcome()
  const [dialog, setDialog] = useState<OpenDialog>()
  const close = () => setDialog(undefined)
  const save = async (change: Omit<ChangeWireOptionInput, 'currency_id'>) => {
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
            onClick={() => setDialog({ kind: 'edit', option: undefined })}
            size="small"
            variant="secondary"
          >
            {t('wire.add')}
          </Button>
        ) : null
      }
      title={t('wire.title')}
    >
      {currency.wire_options.length === 0 ? <p className="text-13 text-dim">{t('wire.empty')}</p> : null}
      <ul>
        {currency.wire_options.map((option) => (
          <DestinationRow
            canChange={canChange}
            isOn={option.is_on === 1}
            key={option.id}
            name={nameOf(option)}
            onChange={() => setDialog({ kind: 'edit', option })}
            onSwitch={() => setDialog({ kind: 'switch', option })}
            proposal={option.proposal}
          >
            <DestinationFields
              fields={bankFieldNames
                .filter((field) => option[field] !== '')
                .map((label) => ({ label, text: option[label] }))}
            />
          </DestinationRow>
        ))}
      </ul>
      {dialog?.kind === 'edit' ? (
        <WireDialog
          isBusy={isBusy}
          onClose={close}
          onSave={(fields) =>
            void save({ ...(dialog.option === undefined ? {} : { id: dialog.option.id }), ...fields })
          }
          option={dialog.option}
        />
      ) : null}
      {dialog?.kind === 'switch' ? (
        <SwitchDialog
          isBusy={isBusy}
          isOn={dialog.option.is_on === 1}
          name={nameOf(dialog.option)}
          onClose={close}
          onConfirm={() => void save({ id: dialog.option.id, is_on: 1 - dialog.option.is_on })}
        />
      ) : null}
    </Card>
  )
}

function nameOf({ bank_name, payee_account }: WireOption): string {
  return `${bank_name} ${payee_account}`
}
