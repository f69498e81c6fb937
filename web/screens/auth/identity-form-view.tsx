import { type FormEvent, useId, useRef } from 'react'
import type { IdentityCenterAnswer } from '#contract/calls/identity.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { useBook } from '#web/parts/app-parts.tsx'
import { AuthFrame } from '#web/screens/auth/auth-frame.tsx'
import {
  type IdentityError,
  type IdentityField,
  longestCardId,
  longestName,
} from '#web/screens/auth/identity-form-state.ts'
import { RefusedNotice } from '#web/screens/auth/refused-notice.tsx'
import { SideField } from '#web/screens/auth/side-field.tsx'
import { useIdentityForm } from '#web/screens/auth/use-identity-form.ts'

export type IdentityFormViewProps = {
  readonly identity: IdentityCenterAnswer
  readonly onRefresh: () => Promise<void>
}

const words = {
  name_required: 'auth.name.required',
  card_id_required: 'auth.card_id.required',
  sides_required: 'auth.sides.required',
  still_uploading: 'auth.sides.uploading',
  refused: 'auth.field.refused',
} as const satisfies Record<IdentityError, string>

export function IdentityFormView({ identity, onRefresh }: IdentityFormViewProps) {
  const t = useBook('account')
  const id = useId()
  const element = useRef<HTMLFormElement>(null)
  const { form, sides, setName, setCardId, errors, isBusy, submit } = useIdentityForm(
    identity.name,
    onRefresh,
  )
  const errorOf = (field: IdentityField) => {
    const error = errors[field]
    return error === undefined ? undefined : t(words[error])
  }
  const handIn = (event: FormEvent) => {
    event.preventDefault()
    const missing = isBusy ? undefined : submit()
    if (missing === undefined) return
    element.current?.querySelector<HTMLElement>(`[data-field="${missing}"] input`)?.focus()
  }
  return (
    <AuthFrame
      footer={
        <Button busy={isBusy} form={id} full size="large" type="submit">
          {t('auth.submit')}
        </Button>
      }
      onRefresh={() => void onRefresh()}
    >
      <form className="grid grid-cols-1 gap-5" id={id} noValidate onSubmit={handIn} ref={element}>
        {identity.remark === '' ? (
          <p className="text-13 text-dim">{t('auth.intro')}</p>
        ) : (
          <RefusedNotice remark={identity.remark} />
        )}
        <div data-field="name">
          <Field
            autoComplete="name"
            error={errorOf('name')}
            hint={t('auth.name.hint')}
            label={t('auth.name')}
            maxLength={longestName}
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
            maxLength={longestCardId}
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
                <SideField
                  error={errorOf(side)}
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
    </AuthFrame>
  )
}
