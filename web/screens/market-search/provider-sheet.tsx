import { type ReactNode, useState } from 'react'
import { type TextLanguage, textLanguage } from '#browser/i18n/text-language.ts'
import type { CompanyItem } from '#contract/calls/companies.ts'
import { parseWebAddress } from '#core/company/web-address.ts'
import { parseEmailAddress } from '#core/user/contact.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { useDictionary, useParts, useStore } from '#web/parts/app-parts.tsx'
import { ProviderLogo } from '#web/screens/market-search/provider-logo.tsx'

type ProviderSheetProps = {
  /** Undefined while the sheet is closed. */
  readonly provider: CompanyItem | undefined
  readonly onClose: () => void
}

/** Who a provider is, and the button that chooses it. */
export function ProviderSheet({ provider: open, onClose }: ProviderSheetProps) {
  const t = useDictionary('providers')
  const { provider: choice, toasts } = useParts()
  const { chosenId } = useStore(choice)
  // Stays while the sheet closes.
  const [shown, setShown] = useState(open)
  if (open !== undefined && open !== shown) setShown(open)
  if (shown === undefined) return null
  const { id, name, language, logo, subject, location, registered_address } = shown
  const texts = textLanguage(language)
  const choose = () => {
    choice.choose(id)
    toasts.show({ text: t('providers.done', { name }), tone: 'good' })
    onClose()
  }
  return (
    <Sheet
      footer={
        id === chosenId ? (
          <Notice icon="check-circle">{t('providers.is_chosen')}</Notice>
        ) : (
          <Button full onClick={choose} size="large">
            {t('providers.choose')}
          </Button>
        )
      }
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      open={open !== undefined}
      title={
        <>
          <ProviderLogo logo={logo} name={name} isLarge />
          <span className="min-w-0 grow basis-[8rem] wrap-anywhere" translate="no">
            <bdi {...texts}>{name}</bdi>
          </span>
        </>
      }
    >
      <dl className="grid gap-4 pt-2">
        <Detail label={t('providers.company')} texts={texts}>
          {subject === '' ? name : subject}
        </Detail>
        <Detail label={t('providers.email')}>
          {shown.email === '' ? '' : <EmailLink email={shown.email} />}
        </Detail>
        <Detail label={t('providers.website')}>
          {shown.url === '' ? '' : <WebsiteLink url={shown.url} />}
        </Detail>
        <Detail label={t('providers.office')} texts={texts}>
          {location}
        </Detail>
        <Detail label={t('providers.registered')} texts={texts}>
          {registered_address}
        </Detail>
      </dl>
    </Sheet>
  )
}

type DetailProps = {
  readonly label: string
  /** Attributes of a text that has a language. */
  readonly texts?: TextLanguage
  readonly children: ReactNode
}

function Detail({ label, texts, children }: DetailProps) {
  const t = useDictionary('providers')
  return (
    <div className="min-w-0">
      <dt className="text-12 text-dim">{label}</dt>
      {children === '' ? (
        <dd className="text-dim">{t('providers.missing')}</dd>
      ) : (
        <dd className="wrap-anywhere" translate="no">
          <bdi {...texts}>{children}</bdi>
        </dd>
      )}
    </div>
  )
}

const linkClass = 'inline-flex min-h-11 items-center text-accent underline'

/** Text that is not an address, from a newer server or a wrong one, is no link. */
function EmailLink({ email }: { email: string }) {
  if (parseEmailAddress(email) === undefined) return email
  return (
    <a className={linkClass} dir="ltr" href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>
      {email}
    </a>
  )
}

function WebsiteLink({ url }: { url: string }) {
  const address = parseWebAddress(url)
  if (address === undefined) return url
  return (
    <a
      className={linkClass}
      dir="ltr"
      href={address.href}
      referrerPolicy="no-referrer"
      rel="noopener noreferrer"
      target="_blank"
    >
      {url}
    </a>
  )
}
