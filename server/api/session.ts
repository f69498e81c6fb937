// Session routes: register, log in and out, the user, their sessions, logins and invited users.
import {
  demoLogin,
  inviteList,
  login,
  loginHistory,
  logout,
  register,
  type SessionAnswer,
  sessions,
  signOutOthers,
  userInfo,
} from '#contract/calls/session.ts'
import { answered, type Outcome, refused } from '#contract/outcome.ts'
import { channelFromWire, userToWire } from '#contract/user-wire.ts'
import { type Accepted, parseConsent } from '#core/content/consent.ts'
import type { ServerKey } from '#i18n/server/en.ts'
import { clientInfoOf } from '#server/api/client-info.ts'
import type { Engine } from '#server/engine/engine.ts'
import { type Route, route, userRoute } from '#server/gateway/gateway.ts'
import type { Kyc } from '#server/kyc/kyc.ts'
import type { Log } from '#server/platform/log.ts'
import type { Denied, LoggedIn, Users } from '#server/users/users.ts'

export type LoginParts = {
  readonly users: Users
  readonly kyc: Pick<Kyc, 'statusOf'>
  readonly engine: Pick<Engine, 'openAccount'>
  readonly log: Pick<Log, 'error'>
}

export function registerUser(parts: LoginParts): Route {
  return route(register, async (input, caller) => {
    const channel = channelFromWire(input.type)
    const { account = '', mobile = '', consent = '' } = input
    const accepted: Accepted | undefined = consent === '' ? new Map() : parseConsent(consent)
    if (accepted === undefined) return refused('invalid_input', { field: 'consent' })
    const isMobile = channel === 'mobile' && mobile !== ''
    const user = caller.token === undefined ? undefined : await parts.users.authenticate(caller.token)
    const request = {
      channel,
      contact: isMobile ? mobile : account,
      contactField: isMobile ? 'mobile' : 'account',
      areaId: input.area_id,
      password: input.password,
      repeated: input.re_password,
      inviteCode: input.invite_code ?? '',
      code: input.sms_code,
      captchaId: input.key ?? '',
      userId: user?.userId,
      accepted,
    }
    const result = await parts.users.register(request, clientInfoOf(caller))
    return await sessionAnswer(result, parts, 'done.registered')
  })
}

export function logIn(parts: LoginParts): Route {
  return route(login, async ({ account, password, login_type }, caller) => {
    const channel = channelFromWire(login_type)
    const result = await parts.users.logIn({ channel, account, password }, clientInfoOf(caller))
    return await sessionAnswer(result, parts, 'done.logged_in')
  })
}

export function logInDemo(parts: LoginParts): Route {
  return route(demoLogin, async ({ demo_id }, caller) =>
    sessionAnswer(await parts.users.logInDemo(demo_id, clientInfoOf(caller)), parts, 'done.logged_in'),
  )
}

/** Answers every login and registration. Opens the trading account first if the user has none. */
async function sessionAnswer(
  result: LoggedIn | Denied,
  { kyc, engine, log }: Omit<LoginParts, 'users'>,
  message: ServerKey,
): Promise<Outcome<SessionAnswer>> {
  if (result.kind !== 'logged_in') return result
  const { token, user } = result
  await engine
    .openAccount({ userId: user.id, isDemo: user.isDemo })
    // The login still succeeds without a trading account. The engine opens it later.
    .catch((fault: unknown) => log.error({ fault }, 'could not open a trading account at login'))
  return answered({ token, user: userToWire(user, await kyc.statusOf(user.id)) }, message)
}

export function logOut(users: Users): Route {
  return userRoute(logout, users.authenticate, async (_, user) => {
    await users.logOut(user)
    return answered(null, 'done.logged_out')
  })
}

type UserInfoParts = { readonly users: Users; readonly kyc: Pick<Kyc, 'statusOf'> }

export function readUserInfo({ users, kyc }: UserInfoParts): Route {
  return userRoute(userInfo, users.authenticate, async (_, { userId }, { statedLanguage }) => {
    const [user, status] = await Promise.all([users.user(userId), kyc.statusOf(userId)])
    // The app calls this at every start and after a change of its language.
    if (statedLanguage !== undefined) await users.keepLanguage(userId, statedLanguage)
    return user === undefined ? { kind: 'session_invalid' } : answered(userToWire(user, status))
  })
}

export function readSessions(users: Users): Route {
  return userRoute(sessions, users.authenticate, async (_, { userId, sessionId }) => {
    const listed = await users.sessionsOf(userId)
    return answered(
      listed.map(({ id, device, address, createdAtMs, lastSeenAtMs }) => ({
        id,
        current: id === sessionId ? 1 : 0,
        device,
        address,
        created_at: new Date(createdAtMs).toISOString(),
        last_seen_at: new Date(lastSeenAtMs).toISOString(),
      })),
    )
  })
}

export function endOtherSessions(users: Users): Route {
  return userRoute(signOutOthers, users.authenticate, async (_, user) =>
    answered({ count: await users.signOutOthers(user) }, 'done.others_signed_out'),
  )
}

export function readLoginHistory(users: Users): Route {
  return userRoute(loginHistory, users.authenticate, async ({ page }, { userId }) => {
    const { data, total } = await users.loginsOf(userId, page)
    const rows = data.map(({ atMs, address, device, succeeded }) => ({
      created_at: new Date(atMs).toISOString(),
      address,
      device,
      success: succeeded ? 1 : 0,
    }))
    return answered({ data: rows, total })
  })
}

export function readInviteList(users: Users): Route {
  return userRoute(inviteList, users.authenticate, async ({ page }, { userId }) => {
    const { data, total } = await users.invitedBy(userId, page)
    const rows = data.map(({ name, createdAtMs }) => ({
      name,
      created_at: new Date(createdAtMs).toISOString(),
    }))
    return answered({ data: rows, total })
  })
}
