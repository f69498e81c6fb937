import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { type Detail, readDetails } from '#desk/screens/audit/audit-details.ts'
import { detailName, detailValue } from '#desk/screens/audit/audit-words.ts'

/** What an entry tells besides, as names and values. */
export function AuditDetails({ details }: { details: string }) {
  const pairs = readDetails(details)
  if (pairs.length === 0) return null
  return (
    <dl className="grid gap-0.5">
      {pairs.map((detail) => (
        <Pair detail={detail} key={detail.name} />
      ))}
    </dl>
  )
}

function Pair({ detail: { name, value, becomes } }: { detail: Detail }) {
  const t = useTranslate()
  const before = detailValue(name, value, t)
  const words =
    becomes === undefined ? before : t('audit.change', { from: before, to: detailValue(name, becomes, t) })
  return (
    <div className="flex gap-2">
      {/* A change of the subject itself needs no name of its own. */}
      <dt className={name === '' ? 'sr-only' : 'shrink-0 text-dim'}>
        {name === '' ? t('audit.column.details') : detailName(name, t)}
      </dt>
      <dd className="min-w-0 break-words whitespace-pre-line">
        <bdi>{words}</bdi>
      </dd>
    </div>
  )
}
