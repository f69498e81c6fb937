import type { ReactNode } from 'react'
import { Icon } from '#ui/icon.tsx'
import { useDictionary } from '#web/parts/app-parts.tsx'

type ChangedTermsProps = {
  readonly changes: readonly {
    readonly name: string
    readonly label: string
    readonly before: string
    readonly now: string
  }[]
  readonly children?: ReactNode
}

/** Says which terms have changed since the user confirmed them, with both values. Renders nothing without changes. */
export function ChangedTerms({ changes, children }: ChangedTermsProps) {
  const t = useDictionary('funds')
  if (changes.length === 0) return null
  return (
    <div className="mb-3 grid gap-2 rounded-16 bg-warn-soft p-4 text-13" role="alert">
      <p className="flex items-start gap-2 font-semibold text-warn">
        <Icon name="warning" size={18} />
        {t('funds.terms_changed')}
      </p>
      {changes.map(({ name, label, before, now }) => (
        <dl key={name}>
          <dt className="text-12 text-dim">{label}</dt>
          <dd>
            <span className="text-dim">{t('funds.terms.before')}</span>{' '}
            <s className="break-all ltr-isolate">{before}</s>
          </dd>
          <dd className="font-semibold">
            <span className="font-normal text-dim">{t('funds.terms.now')}</span>{' '}
            <span className="break-all ltr-isolate">{now}</span>
          </dd>
        </dl>
      ))}
      {children}
    </div>
  )
}
