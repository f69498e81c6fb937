import type { ReactNode } from 'react'
import { CopyWithToast } from '#web/parts/account/copy-with-toast.tsx'
import { useDictionary } from '#web/parts/app-parts.tsx'

type LineProps = { readonly label: string; readonly children: ReactNode }

/** A label and its value in one line of a summary. */
export function SummaryLine({ label, children }: LineProps) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 py-1.5">
      <dt className="text-13 text-dim">{label}</dt>
      <dd className="ms-auto min-w-0 text-end font-semibold break-words">{children}</dd>
    </div>
  )
}

/** A label above a code, such as an address. */
export function StackedLine({ label, children }: LineProps) {
  return (
    <div className="py-1.5">
      <dt className="text-13 text-dim">{label}</dt>
      <dd className="text-13 break-all">
        <span className="ltr-isolate">{children}</span>
      </dd>
    </div>
  )
}

type CopyLineProps = {
  readonly label: string
  readonly value: string
  /** True for codes, which are left to right in every language. */
  readonly isCode?: boolean
}

/** A label above its value, with a copy button. */
export function CopyLine({ label, value, isCode = false }: CopyLineProps) {
  const t = useDictionary('funds')
  return (
    <li className="flex items-center gap-2 py-1.5 ps-4 pe-1">
      <div className="min-w-0 grow">
        <div className="text-12 text-dim">{label}</div>
        <div className="break-words">
          {isCode ? <span className="break-all ltr-isolate">{value}</span> : <bdi>{value}</bdi>}
        </div>
      </div>
      <CopyWithToast label={t('funds.copy', { what: label })} text={value} />
    </li>
  )
}
