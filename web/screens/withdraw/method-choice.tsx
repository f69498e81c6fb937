import { useId } from 'react'
import { useLocation } from 'wouter'
import type { DrawCurrency, PayoutMethodAnswer } from '#contract/calls/funds.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Panel } from '#ui/panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { PayoutMethodText, WaitingBadge } from '#web/parts/funds/payout-method.tsx'
import { LoadFailed } from '#web/parts/load-failed.tsx'
import { addMethodPath } from '#web/screens/withdraw/withdraw-address.ts'

type MethodChoiceProps = {
  readonly type: 1 | 2
  readonly currency: DrawCurrency
  /** Undefined while they are loading. */
  readonly methods: readonly PayoutMethodAnswer[] | undefined
  readonly hasFailed: boolean
  readonly onRetry: () => Promise<void>
  readonly value: number | undefined
  readonly onChange: (id: number) => void
  readonly error: string | undefined
}

/** The saved methods of the currency. Without one, the way to add it. */
export function MethodChoice(props: MethodChoiceProps) {
  const t = useDictionary('funds')
  const { type, currency, methods, hasFailed, onRetry, error } = props
  const labelId = useId()
  const isMissing = methods !== undefined && methods.length === 0
  return (
    <section className="grid grid-cols-1 gap-2">
      <h2 className="text-13 text-dim" id={labelId}>
        {t('withdraw.method')}
      </h2>
      {methods === undefined && hasFailed ? (
        <LoadFailed onRetry={onRetry} title={t('withdraw.method.failed')} />
      ) : null}
      {methods === undefined && !hasFailed ? <Skeleton className="h-18 w-full" shape="box" /> : null}
      {isMissing ? (
        <Panel className="grid gap-1">
          <p className="font-semibold">{t(`withdraw.method.none.${type}`, { currency: currency.code })}</p>
          <p className="text-13 text-dim">{t('withdraw.method.none.text')}</p>
        </Panel>
      ) : null}
      {methods === undefined || isMissing ? null : (
        <div aria-labelledby={labelId} className="grid grid-cols-1 gap-2" role="radiogroup">
          {methods.map((method) => (
            <MethodOption key={method.id} {...props} method={method} />
          ))}
        </div>
      )}
      <div aria-live="polite" className="text-12 text-danger empty:hidden">
        {error === undefined ? null : (
          <span className="flex items-start gap-1">
            <Icon name="warning" size={16} />
            {error}
          </span>
        )}
      </div>
      <AddMethodLink {...props} isMissing={isMissing} />
    </section>
  )
}

function AddMethodLink({ type, currency, isMissing }: MethodChoiceProps & { readonly isMissing: boolean }) {
  const t = useDictionary('funds')
  const [, go] = useLocation()
  const path = addMethodPath(type, currency)
  return (
    <ButtonLink
      className={isMissing ? undefined : 'justify-self-start'}
      href={path}
      onSelect={() => go(path)}
      size={isMissing ? 'medium' : 'small'}
      variant={isMissing ? 'secondary' : 'quiet'}
    >
      <Icon name="plus" size={18} />
      {t('withdraw.method.add')}
    </ButtonLink>
  )
}

function MethodOption(props: MethodChoiceProps & { readonly method: PayoutMethodAnswer }) {
  const { method, value, onChange, error } = props
  const isChosen = value === method.id
  return (
    <label className="flex cursor-pointer items-center gap-3 rounded-16 border border-line bg-surface p-4 transition-colors has-checked:border-accent has-focus-visible:outline-2 has-focus-visible:outline-accent">
      <span className="min-w-0 grow">
        <PayoutMethodText method={method} />
        <WaitingBadge until={method.usable_at} />
      </span>
      <input
        aria-invalid={error === undefined ? undefined : true}
        checked={isChosen}
        className="sr-only"
        name="draw_method"
        onChange={() => onChange(method.id)}
        type="radio"
        value={method.id}
      />
      <Icon className={isChosen ? 'text-accent' : 'invisible'} name="check-circle" size={22} />
    </label>
  )
}
