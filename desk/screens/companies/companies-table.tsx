import { textLanguage } from '#browser/i18n/text-language.ts'
import type { DeskCompany } from '#contract/desk/companies.ts'
import { type Column, DataTable } from '#desk/parts/data-table.tsx'
import { useParts, useTranslate, useTranslations } from '#desk/parts/desk-parts.tsx'
import { useMutation } from '#desk/parts/mutation.ts'
import { PublicPicture } from '#desk/parts/public-picture.tsx'
import { DateTime } from '#desk/parts/time.tsx'
import { closestText, formOf, inputOf, isLeftUnused } from '#desk/screens/companies/company-form.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'

type CompaniesTableProps = {
  readonly companies: readonly DeskCompany[]
  readonly canWrite: boolean
  /** Addresses that users may be sent to. */
  readonly redirects: readonly string[]
  readonly onOpen: (company: DeskCompany) => void
  readonly onChanged: () => void
}

export function CompaniesTable({ companies, canWrite, redirects, onOpen, onChanged }: CompaniesTableProps) {
  const t = useTranslate()
  const columns: readonly Column<DeskCompany>[] = [
    {
      key: 'name',
      head: t('company.field.name'),
      className: 'w-full min-w-52',
      cell: (company) => <CompanyName company={company} onOpen={() => onOpen(company)} />,
    },
    {
      key: 'status',
      head: t('company.field.status'),
      className: 'min-w-40',
      cell: (company) => <StatusText company={company} isUnused={isLeftUnused(redirects, company)} />,
    },
    {
      key: 'visible',
      head: t('companies.column.visible'),
      cell: ({ is_visible }) => (
        <Badge tone={is_visible === 1 ? 'good' : 'neutral'}>
          {t(is_visible === 1 ? 'company.visible' : 'company.hidden')}
        </Badge>
      ),
    },
    {
      key: 'updated',
      head: t('companies.column.updated'),
      className: 'min-w-24 xl:whitespace-nowrap',
      cell: ({ updated_at }) => <DateTime at={updated_at} />,
    },
    ...(canWrite
      ? [
          {
            key: 'actions',
            head: t('companies.column.actions'),
            cell: (company: DeskCompany) => <VisibilityButton company={company} onChanged={onChanged} />,
          },
        ]
      : []),
  ]
  return (
    <DataTable
      columns={columns}
      keyOf={({ id }) => id}
      label={t('companies.title')}
      onOpen={onOpen}
      rows={companies}
    />
  )
}

/** In the language of the operator, or the one that users of this language see instead. */
function CompanyName({ company, onOpen }: { company: DeskCompany; onOpen: () => void }) {
  const { spoken } = useTranslations()
  const { name, legal_name, language } = closestText(company, spoken)
  const attributes = textLanguage(language)
  return (
    <span className="flex items-center gap-3">
      {company.logo === '' ? null : (
        <PublicPicture className="size-8 shrink-0 rounded-8 object-cover" label="" name={company.logo} />
      )}
      <span className="min-w-0">
        <button
          className="text-start font-semibold wrap-anywhere hover:underline"
          onClick={(event) => {
            // The row opens the company, too.
            event.preventDefault()
            onOpen()
          }}
          type="button"
        >
          <bdi {...attributes}>{name}</bdi>
        </button>
        <span className="block text-12 wrap-anywhere text-dim">
          <bdi {...attributes}>{legal_name}</bdi>
        </span>
      </span>
    </span>
  )
}

function StatusText({ company, isUnused }: { company: DeskCompany; isUnused: boolean }) {
  const t = useTranslate()
  const { status, status_reason } = company
  if (status === 0) return <Badge tone="good">{t('company.status.good')}</Badge>
  return (
    <span className="grid justify-items-start gap-1">
      <Badge tone="warn">{t('company.status.bad', { status })}</Badge>
      <bdi className="text-12 wrap-anywhere text-dim">{status_reason}</bdi>
      {isUnused ? <span className="text-12 text-warn">{t('company.not_listed')}</span> : null}
    </span>
  )
}

/** Hides the company from users, or shows it again. */
function VisibilityButton({ company, onChanged }: { company: DeskCompany; onChanged: () => void }) {
  const { t, spoken } = useTranslations()
  const { calls } = useParts()
  const { run, isBusy } = useMutation(calls.switchCompany)
  const isVisible = company.is_visible === 1
  const action = t(isVisible ? 'company.hide' : 'company.show')
  const change = async () => {
    await run({ ...inputOf(formOf(company), company), is_visible: isVisible ? 0 : 1 })
    // After a refusal, too: someone else may have changed it.
    onChanged()
  }
  return (
    <Button
      aria-label={t('company.action_of', { action, name: closestText(company, spoken).name })}
      busy={isBusy}
      className="-ms-3 -my-2"
      onClick={(event) => {
        event.preventDefault()
        void change()
      }}
      size="small"
      variant="quiet"
    >
      {action}
    </Button>
  )
}
