import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { storedText, tabStorage } from '#browser/storage/stored-text.ts'
import type { Channel } from '#core/user/contact.ts'
import { register } from '#web/calls/session.ts'
import { useParts, useStore } from '#web/parts/app-parts.tsx'
import { typedAccountFromState } from '#web/parts/auth-forms/auth-links.ts'
import { type CaptchaState, createCaptcha } from '#web/parts/auth-forms/captcha.ts'
import { emptyAccount } from '#web/parts/auth-forms/typed-account.ts'
import { type AccountOptions, useAccountOptions } from '#web/parts/auth-forms/use-account-options.ts'
import { type AuthForm, useAuthForm } from '#web/parts/auth-forms/use-auth-form.ts'
import { consentTo, type LegalVersion } from '#web/parts/legal/legal-kinds.ts'
import { returnPath } from '#web/parts/navigation.ts'
import {
  checkRegister,
  isCaptchaUsedUp,
  type RegisterForm,
  type RegisterTerms,
  registerInput,
} from '#web/screens/register/register-state.ts'
import { useLegalVersions } from '#web/screens/register/use-legal-versions.ts'
import { inviteCodeStorageKey, loadInviteCode } from '#web/stores/invite-code.ts'

export type Registration = {
  readonly form: AuthForm<RegisterForm>
  /** The typed values, with the channel set to email if mobile numbers are not offered. */
  readonly values: RegisterForm
  readonly terms: RegisterTerms
  readonly entry: AccountOptions
  /** The legal texts to accept. */
  readonly versions: readonly LegalVersion[]
  readonly captcha: CaptchaState
  readonly drawCaptcha: () => void
  readonly chooseChannel: (channel: Channel) => void
  readonly typeInvite: (code: string) => void
}

const neededSettings = ['is_show_mobile', 'verify_reg_type', 'invite_required'] as const

export function useRegister(search: string): Registration {
  const { caller, currentUser: user } = useParts()
  const [, go] = useLocation()
  const entry = useAccountOptions(neededSettings)
  const { hasCaptcha, isInviteRequired } = entry.rules
  const versions = useLegalVersions()
  const [captcha] = useState(() => createCaptcha(caller.call))
  const picture = useStore(captcha)
  const [invite] = useState(() => storedText(tabStorage(), inviteCodeStorageKey))
  useEffect(() => {
    if (hasCaptcha) void captcha.draw()
  }, [captcha, hasCaptcha])

  const effectiveValues = (values: RegisterForm) => ({
    ...values,
    account: entry.withOfferedChannel(values.account),
  })
  const termsOf = ({ account }: RegisterForm) => ({
    area: entry.areaOf(account),
    hasCaptcha,
    isInviteRequired,
    consent: consentTo(versions),
  })
  const form = useAuthForm<RegisterForm>({
    initial: () => ({ ...emptyForm, ...typedBefore(), inviteCode: loadInviteCode(invite, search) }),
    check: (values) => checkRegister(effectiveValues(values), termsOf(values)),
    async send(values, signal) {
      const captchaId = picture.kind === 'ready' ? picture.id : ''
      const input = registerInput(effectiveValues(values), termsOf(values), captchaId)
      const answer = await register(caller.call, input, signal)
      invite.write(undefined)
      user.setSession(answer)
      go(returnPath(search), { replace: true })
    },
    onFailure(failure) {
      if (hasCaptcha && isCaptchaUsedUp(failure)) drawCaptcha()
    },
  })
  const drawCaptcha = () => {
    form.change('code', { captchaText: '' })
    void captcha.draw()
  }
  const values = effectiveValues(form.values)
  return {
    form,
    values,
    terms: termsOf(values),
    entry,
    versions,
    captcha: picture,
    drawCaptcha,
    chooseChannel: (channel) => form.switchTab({ account: { ...values.account, channel } }),
    typeInvite(inviteCode) {
      invite.write(inviteCode === '' ? undefined : inviteCode)
      form.change('invite', { inviteCode })
    },
  }
}

const emptyForm: RegisterForm = {
  account: emptyAccount,
  code: '',
  captchaText: '',
  password: '',
  repeated: '',
  inviteCode: '',
  consent: '',
}

function typedBefore(): Partial<RegisterForm> {
  const account = typedAccountFromState(history.state)
  return account === undefined ? {} : { account }
}
