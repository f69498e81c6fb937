import { type Column, DataTable } from '#desk/parts/data-table.tsx'
import { useParts, useStore, useTranslate } from '#desk/parts/desk-parts.tsx'
import { Moment } from '#desk/parts/moment.tsx'
import type { Act } from '#desk/screens/operators/operator-act-dialog.tsx'
import type { Operator } from '#desk/watch/watch.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'

type Acts = {
  readonly onRole: (operator: Operator) => void
  readonly onAct: (act: Act, operator: Operator) => void
}

export function OperatorsTable({ operators, ...acts }: Acts & { readonly operators: readonly Operator[] }) {
  const t = useTranslate()
  const me = useStore(useParts().watch).operator
  const columns: readonly Column<Operator>[] = [
    {
      key: 'email',
      head: t('operators.column.email'),
      className: 'w-full min-w-36',
      cell: ({ id, email }) => (
        <span className="flex flex-wrap items-center gap-2">
          <span className="wrap-anywhere">{email}</span>
          {id === me?.id ? <Badge tone="accent">{t('operators.you')}</Badge> : null}
        </span>
      ),
    },
    {
      key: 'role',
      head: t('operators.column.role'),
      className: 'whitespace-nowrap',
      cell: ({ role }) => t(`role.${role}`),
    },
    {
      key: 'state',
      head: t('operators.column.state'),
      cell: ({ is_active }) => (
        <Badge tone={is_active === 1 ? 'good' : 'neutral'}>
          {t(is_active === 1 ? 'operators.active' : 'operators.off')}
        </Badge>
      ),
    },
    {
      key: 'factor',
      head: t('operators.column.factor'),
      className: 'xl:whitespace-nowrap',
      cell: ({ has_totp }) => t(has_totp === 1 ? 'operators.enrolled' : 'operators.not_enrolled'),
    },
    {
      key: 'seen',
      head: t('operators.column.seen'),
      className: 'min-w-24 xl:whitespace-nowrap',
      cell: ({ last_seen_at }) =>
        last_seen_at === null ? t('operators.never') : <Moment at={last_seen_at} />,
    },
    {
      key: 'actions',
      head: t('operators.column.actions'),
      cell: (operator) =>
        operator.id === me?.id ? (
          <span className="text-dim">{t('operators.own')}</span>
        ) : (
          <RowActs operator={operator} {...acts} />
        ),
    },
  ]
  return <DataTable columns={columns} keyOf={({ id }) => id} label={t('operators.title')} rows={operators} />
}

function RowActs({ operator, onRole, onAct }: Acts & { readonly operator: Operator }) {
  const t = useTranslate()
  const switching = operator.is_active === 1 ? 'off' : 'on'
  const named = (action: string) => t('operators.of', { action, email: operator.email })
  const role = t('operators.change_role')
  const toggle = t(switching === 'off' ? 'operators.switch_off' : 'operators.switch_on')
  const reset = t('operators.reset')
  return (
    <span className="-ms-3 -my-2 flex whitespace-nowrap">
      <Button aria-label={named(role)} onClick={() => onRole(operator)} size="small" variant="quiet">
        {role}
      </Button>
      <Button
        aria-label={named(toggle)}
        onClick={() => onAct(switching, operator)}
        size="small"
        variant="quiet"
      >
        {toggle}
      </Button>
      <Button aria-label={named(reset)} onClick={() => onAct('reset', operator)} size="small" variant="quiet">
        {reset}
      </Button>
    </span>
  )
}
