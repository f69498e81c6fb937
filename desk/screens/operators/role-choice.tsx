import { isOperatorRole, type OperatorRole, operatorRoles } from '#core/account/operator-role.ts'
import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { SelectField } from '#ui/select-field.tsx'

type RoleChoiceProps = {
  readonly value: OperatorRole
  readonly onChange: (role: OperatorRole) => void
  readonly error?: string | undefined
}

/** One of the roles, and what the chosen one is for. */
export function RoleChoice({ value, onChange, error }: RoleChoiceProps) {
  const t = useTranslate()
  return (
    <SelectField
      error={error}
      hint={t(`role.about.${value}`)}
      label={t('operators.add.role')}
      onChange={(role) => (isOperatorRole(role) ? onChange(role) : undefined)}
      options={operatorRoles.map((role) => ({ value: role, label: t(`role.${role}`) }))}
      value={value}
    />
  )
}
