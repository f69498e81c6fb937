import { type FormEvent, useId, useRef } from 'react'
import type { IdentityCenterAnswer } from '#contract/calls/identity.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { UploadField } from '#web/parts/images/upload-field.tsx'
import {
  type IdentityError,
  type IdentityField,
  maxCardIdLength,
  maxNameLength,
} from '#web/screens/verification/identity-form-state.ts'
import { useIdentityForm } from '#web/screens/verification/use-identity-form.ts'
import { VerificationFrame } from '#web/screens/verification/verification-frame.tsx'

type IdentityFormProps = {
  readonly identity: IdentityCenterAnswer
  readonly onRefresh: () => Promise<void>
}

const errorKeys = {
  name_required: 'auth.name.required',
  card_id_required: 'auth.card_id.required',
  sides_required: 'auth.sides.required',
  refused: 'auth.field.refused',
} as const satisfies Record<IdentityError, string>

export function IdentityForm({ identity, onRefresh }: IdentityFormProps) {
  const t = useDictionary('account')
  const id = useId()
  const element = useRef<HTMLFormElement>(null)
  const { form, sides, setName, setCardId, errors, isWaitingFor, isBusy, submit } = useIdentityForm(
    identity.name,
    onRefresh,
  )
  const errorOf = (field: IdentityField) => {
    const error = errors[field]
    return error === undefined ? undefined : t(errorKeys[error])
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const missing = isBusy ? undefined : submit()
    if (missing === undefined) return
    element.current?.querySelector<HTMLElement>(`[data-field="${missing}"] input`)?.focus()
  }
  return (
    <VerificationFrame
      footer={
        <Button busy={isBusy} form={id} full size="large" type="submit">
          {t('auth.submit')}
        </Button>
      }
      onRefresh={() => void onRefresh()}
    >
      <form className="grid grid-cols-1 gap-5" id={id} noValidate onSubmit={onSubmit} ref={element}>
        {identity.remark === '' ? (
          <p className="text-13 text-dim">{t('auth.intro')}</p>
        ) : (
          <RejectionNotice remark={identity.remark} />
        )}
        <div data-field="name">
          <Field
            autoComplete="name"
            error={errorOf('name')}
            hint={t('auth.name.hint')}
            label={t('auth.name')}
            maxLength={maxNameLength}
            onChange={(event) => setName(event.target.value)}
            value={form.name}
          />
        </div>
        <div data-field="cardId">
          <Field
            autoCapitalize="characters"
            autoComplete="off"
            dir="ltr"
            error={errorOf('cardId')}
            label={t('auth.card_id')}
            maxLength={maxCardIdLength}
            onChange={(event) => setCardId(event.target.value)}
            spellCheck={false}
            value={form.cardId}
          />
        </div>
        <fieldset className="grid grid-cols-1 gap-3">
          <legend className="pb-1 font-semibold">{t('auth.sides')}</legend>
          <p className="text-13 text-dim">{t('auth.sides.hint')}</p>
          <div className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-3">
            {(['front', 'back'] as const).map((side) => (
              <div data-field={side} key={side}>
                <UploadField
                  error={errorOf(side)}
                  note={isWaitingFor(side) ? t('auth.sides.uploading') : undefined}
                  label={t(`auth.${side}`)}
                  picture={form[side]}
                  upload={sides[side]}
                />
              </div>
            ))}
          </div>
          <p className="flex items-start gap-2 text-12 text-dim">
            <Icon name="lock" size={16} />
            {t('auth.privacy')}
          </p>
        </fieldset>
      </form>
    </VerificationFrame>
  )
}

/** The reviewer's remark on the rejected identity. */
function RejectionNotice({ remark }: { remark: string }) {
  const t = useDictionary('account')
  return (
    <div className="flex items-start gap-3 rounded-16 bg-danger-soft p-4 text-danger" role="status">
      <Icon name="warning" size={20} />
      <div className="min-w-0 grow">
        <p className="font-semibold">{t('auth.refused')}</p>
        <p className="break-words text-13 whitespace-pre-line" dir="auto">
          {remark}
        </p>
      </div>
    </div>
  )
}
