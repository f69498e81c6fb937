import { Redirect, useLocation } from 'wouter'
import { findPlace } from '#desk/app/find-place.ts'
import type { SectionName } from '#desk/parts/sections.ts'
import { AccountScreen } from '#desk/screens/account/account-screen.tsx'
import { AuditScreen } from '#desk/screens/audit/audit-screen.tsx'
import { CheckScreen } from '#desk/screens/check/check-screen.tsx'
import { IdentityScreen } from '#desk/screens/identity/identity-screen.tsx'
import { NotFoundScreen } from '#desk/screens/not-found/not-found-screen.tsx'
import { OperatorsScreen } from '#desk/screens/operators/operators-screen.tsx'
import { SettingsScreen } from '#desk/screens/settings/settings-screen.tsx'
import type { Operator } from '#desk/watch/watch.ts'

const screens: Readonly<Record<SectionName, () => React.JSX.Element>> = {
  identity: IdentityScreen,
  operators: OperatorsScreen,
  audit: AuditScreen,
  settings: SettingsScreen,
  account: AccountScreen,
}

/** The screen of the present address. */
export function Place({ operator }: { operator: Operator }) {
  const [path] = useLocation()
  const place = findPlace(path, operator.role)
  switch (place.kind) {
    case 'redirect':
      return <Redirect replace to={place.to} />
    case 'check':
      // Made anew for each: nothing of one person's may be seen beside another's.
      return <CheckScreen id={place.id} key={place.id} />
    case 'not_found':
      return <NotFoundScreen />
    default: {
      const Screen = screens[place.name]
      return <Screen />
    }
  }
}
