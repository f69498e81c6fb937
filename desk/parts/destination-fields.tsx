import type { DepositDetailsAnswer } from '#contract/desk/funds.ts'
import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { destinationLabel } from '#desk/parts/destination-label.ts'
import { CopyButton } from '#ui/copy-button.tsx'

type DestinationFieldsProps = {
  readonly fields: DepositDetailsAnswer['paid_to']
  /** Adds a copy button to each field. */
  readonly isCopyable?: boolean | undefined
}

/** An address or a bank account, field by field. */
export function DestinationFields({ fields, isCopyable = false }: DestinationFieldsProps) {
  const t = useTranslate()
  return (
    <dl className="grid gap-2">
      {fields.map(({ label, text }) => {
        const name = destinationLabel(label, t)
        return (
          <div className="min-w-0" key={label}>
            <dt className="text-12 text-dim">{name}</dt>
            <dd className="flex items-center gap-2 font-mono text-13" translate="no">
              <span className="min-w-0 grow wrap-anywhere">
                <bdi>{text}</bdi>
              </span>
              {isCopyable ? (
                <span className="-my-3 flex font-sans">
                  <CopyButton label={t('destination.copy', { field: name })} text={text} />
                </span>
              ) : null}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
