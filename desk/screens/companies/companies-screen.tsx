import { type FormEvent, useState } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import type { DeskCompany } from '#contract/desk/companies.ts'
import { companyTextLimits } from '#core/company/company.ts'
import { isRoleAllowed } from '#core/user/operator-role.ts'
import { Pagination, TableSkeleton } from '#desk/parts/data-table.tsx'
import { useParts, useStore, useTranslate } from '#desk/parts/desk-parts.tsx'
import { Page } from '#desk/parts/page.tsx'
import { pageCount, pageFromQuery } from '#desk/parts/pagination.ts'
import { QueryView, useServerQuery } from '#desk/parts/query.tsx'
import { CompaniesTable } from '#desk/screens/companies/companies-table.tsx'
import { CompanyDialog } from '#desk/screens/companies/company-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { SearchField } from '#ui/search-field.tsx'

function pathOf(name: string, page: number): string {
  const query = new URLSearchParams({
    ...(name === '' ? {} : { name }),
    ...(page === 1 ? {} : { page: String(page) }),
  })
  return query.size === 0 ? '/companies' : `/companies?${query}`
}

/** Companies by name. Operators who may write open one to change it, others to read it. */
export function CompaniesScreen() {
  const t = useTranslate()
  const [, go] = useLocation()
  const query = new URLSearchParams(useSearch())
  const name = (query.get('name') ?? '').slice(0, companyTextLimits.name)
  const page = pageFromQuery(query.get('page'))
  const { calls, statusPoll } = useParts()
  const { operator } = useStore(statusPoll)
  const canWrite = operator !== undefined && isRoleAllowed(operator.role, ['content'])
  const companies = useServerQuery(['companies', name, page], (options) =>
    calls.companies({ name, page }, options),
  )
  /** `new` while a company is being added. */
  const [open, setOpen] = useState<DeskCompany | 'new'>()
  const { data } = companies
  const reload = async (id: number) =>
    (await companies.refetch()).data?.data.find((company) => company.id === id)
  return (
    <Page
      actions={
        canWrite ? (
          <Button icon="plus" onClick={() => setOpen('new')} size="small">
            {t('companies.add')}
          </Button>
        ) : null
      }
      text={t('companies.text')}
      title={t('companies.title')}
    >
      {data?.main_company === 0 ? <Notice className="mb-4">{t('companies.mode_off')}</Notice> : null}
      <Search key={name} name={name} onSearch={(text) => go(pathOf(text, 1))} />
      <QueryView failedTitle={t('companies.failed')} query={companies} skeleton={<TableSkeleton />}>
        {({ data: rows, total, loss_url_list }) => {
          if (total === 0)
            return (
              <EmptyState icon="id" title={t(name === '' ? 'companies.empty' : 'companies.none', { name })} />
            )
          // The page may be from an old link.
          if (page > pageCount(total)) return <Redirect replace to={pathOf(name, pageCount(total))} />
          return (
            <div className="grid grid-cols-1 gap-2">
              <CompaniesTable
                canWrite={canWrite}
                companies={rows}
                onChanged={() => void companies.refetch()}
                onOpen={setOpen}
                redirects={loss_url_list}
              />
              <Pagination onTurn={(next) => go(pathOf(name, next))} page={page} total={total} />
            </div>
          )
        }}
      </QueryView>
      {open === undefined ? null : (
        <CompanyDialog
          canWrite={canWrite}
          isOwner={operator?.role === 'owner'}
          company={open === 'new' ? undefined : open}
          onClose={() => setOpen(undefined)}
          onSaved={() => {
            setOpen(undefined)
            void companies.refetch()
          }}
          redirects={data?.loss_url_list ?? []}
          reload={reload}
        />
      )}
    </Page>
  )
}

function Search({ name, onSearch }: { name: string; onSearch: (text: string) => void }) {
  const t = useTranslate()
  const [text, setText] = useState(name)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch(text.trim())
  }
  const change = (typed: string) => {
    setText(typed.slice(0, companyTextLimits.name))
    // The clear button shows all companies again.
    if (typed === '' && name !== '') onSearch('')
  }
  return (
    <search>
      <form className="mb-4 flex max-w-xl items-center gap-2" onSubmit={submit}>
        <div className="min-w-0 grow">
          <SearchField
            label={t('companies.search')}
            onChange={change}
            placeholder={t('companies.search')}
            value={text}
          />
        </div>
        <Button type="submit" variant="secondary">
          {t('companies.search.submit')}
        </Button>
      </form>
    </search>
  )
}
