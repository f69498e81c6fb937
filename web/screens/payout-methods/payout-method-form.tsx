import { type FormEvent, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { useDictionary, useParts } from '#web/parts/app-parts.tsx'
import { AccountCodeField } from '#web/parts/funds/account-code-field.tsx'
import { useDrawConditions } from '#web/parts/funds/use-funds.ts'
import {
  type BankField,
  bankFields,
  type MethodField,
  maxLengths,
  type PayoutType,
  requiredBankFields,
} from '#web/screens/payout-methods/payout-method-state.ts'
import type { usePayoutMethodForm } from '#web/screens/payout-methods/use-payout-method-form.ts'

type FormProps = {
  readonly form: ReturnType<typeof usePayoutMethodForm>
  readonly type: PayoutType
  readonly id: string
}

export function PayoutMethodForm({ form, type, id }: FormProps) {
  const t = useDictionary('funds')
  const element = useRef<HTMLFormElement>(null)
  const { currencies, currency, choose, values, change, refusal } = form
  const hours = useDrawConditions().data?.method_wait_hours
  const errorOf = useErrorOf(form)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (form.isBusy || form.submit()) return
    // The errors appear with the next render.
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }
  return (
    <form className="grid grid-cols-1 gap-5" id={id} noValidate onSubmit={submit} ref={element}>
      {hours === undefined ? null : <Notice icon="clock">{t('method.wait', { hours })}</Notice>}
      <SelectField
        error={refusal('draw_id')}
        label={t(type === 1 ? 'method.coin' : 'method.currency')}
        onChange={choose}
        options={(currencies.data ?? []).map(({ id: value, code, protocol }) => ({
          value: String(value),
          label: protocol === '' ? code : `${code} · ${protocol}`,
        }))}
        value={String(currency?.id ?? '')}
      />
      {type === 1 ? (
        <AddressField error={errorOf('dc_address')} form={form} />
      ) : (
        bankFields.map((field) => <BankInput error={errorOf(field)} field={field} form={form} key={field} />)
      )}
      <AccountCodeField
        error={errorOf('auth_code')}
        onChange={(auth_code) => change({ auth_code })}
        onFailure={form.refuse}
        purpose="payout_method"
        value={values.auth_code}
      />
    </form>
  )
}

function useErrorOf({ refusal, errors }: FormProps['form']): (field: MethodField) => string | undefined {
  const t = useDictionary('funds')
  return (field) => {
    const key = errors[field]
    return refusal(field) ?? (key === undefined ? undefined : t(key))
  }
}

type InputProps = Pick<FormProps, 'form'> & { readonly error: string | undefined }

/** Several lines, because an address must be read as a whole. */
function AddressField({ form, error }: InputProps) {
  const t = useDictionary('funds')
  const { toasts } = useParts()
  const paste = async () => {
    try {
      form.change({
        dc_address: (await navigator.clipboard.readText()).trim().slice(0, maxLengths.dc_address),
      })
    } catch {
      // The browser asks for permission, and the user may refuse.
      toasts.show({ text: t('method.paste.failed'), tone: 'danger' })
    }
  }
  return (
    <div className="grid grid-cols-1 gap-1">
      <TextArea
        autoCapitalize="none"
        autoComplete="off"
        autoCorrect="off"
        dir="ltr"
        error={error}
        label={t('method.address')}
        maxLength={maxLengths.dc_address}
        name="dc_address"
        onChange={(event) => form.change({ dc_address: event.target.value.replace(/\s/g, '') })}
        rows={2}
        spellCheck={false}
        value={form.values.dc_address}
      />
      <Button
        className="justify-self-end"
        icon="copy"
        onClick={() => void paste()}
        size="small"
        variant="quiet"
      >
        {t('method.paste')}
      </Button>
    </div>
  )
}

const codeFields: readonly BankField[] = ['payee_account', 'bank_swift']
const required: readonly BankField[] = requiredBankFields
const hints = { payee_account: 'method.payee_account.hint', bank_swift: 'method.bank_swift.hint' } as const

function BankInput({ form, field, error }: InputProps & { readonly field: BankField }) {
  const t = useDictionary('funds')
  const label = t(`method.${field}`)
  const isCode = codeFields.includes(field)
  return (
    <Field
      autoCapitalize={isCode ? 'characters' : undefined}
      autoComplete="off"
      dir={isCode ? 'ltr' : 'auto'}
      error={error}
      hint={field === 'payee_account' || field === 'bank_swift' ? t(hints[field]) : undefined}
      label={required.includes(field) ? label : t('method.optional', { label })}
      maxLength={maxLengths[field]}
      name={field}
      onChange={(event) => form.change({ [field]: event.target.value })}
      spellCheck={false}
      value={form.values[field]}
    />
  )
}
