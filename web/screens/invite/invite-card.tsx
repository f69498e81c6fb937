import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { CopyWithToast } from '#web/parts/account/copy-with-toast.tsx'
import { inviteCodeInHalves, inviteLink } from '#web/parts/account/invite-link.ts'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { useLateCode } from '#web/parts/late-code.tsx'

const qrCode = { load: async () => (await import('#ui/qr-code.tsx')).QrCode }

/** Large enough to be scanned from another phone at arm's length. */
const qrSize = 'size-52 max-w-full'

/** Invite code and link, as a QR code and as text to copy or share. */
export function InviteCard({ code }: { code: string }) {
  const t = useDictionary('account')
  const link = inviteLink(location.origin, code)
  const { part: QrCode, hasFailed, retry } = useLateCode(qrCode)
  return (
    <Panel className="grid grid-cols-1 gap-4">
      <div className="grid justify-items-center gap-3 text-center">
        {hasFailed ? (
          <div className={`${qrSize} grid place-items-center`}>
            <Button icon="refresh" onClick={retry} variant="secondary">
              {t('app.failed.retry')}
            </Button>
          </div>
        ) : QrCode === undefined ? (
          <Skeleton className={qrSize} shape="box" />
        ) : (
          <QrCode className={`${qrSize} border border-line`} label={t('invite.qr')} text={link} />
        )}
        <p className="text-13 text-dim">{t('invite.qr.hint')}</p>
      </div>
      <CopyableText
        copyLabel={t('invite.copy_code')}
        label={t('invite.code')}
        text={code}
        words={<span className="text-20 font-bold tracking-widest">{inviteCodeInHalves(code)}</span>}
      />
      <CopyableText
        copyLabel={t('user.copy_link')}
        label={t('invite.link')}
        text={link}
        words={<LinkText link={link} />}
      />
      <ShareButton code={code} link={link} />
    </Panel>
  )
}

/** Breaks the line before the invite code if the link does not fit on one line. */
function LinkText({ link }: { link: string }) {
  const [place, query] = link.replace(/^https?:\/\//, '').split('?')
  return (
    <span className="text-13 wrap-anywhere">
      {place}
      <wbr />?{query}
    </span>
  )
}

type CopyableTextProps = {
  readonly label: string
  readonly words: React.ReactNode
  readonly text: string
  readonly copyLabel: string
}

function CopyableText({ label, words, text, copyLabel }: CopyableTextProps) {
  return (
    <div className="flex items-center gap-2 rounded-8 border border-line bg-ground py-2 ps-3 pe-1">
      <div className="min-w-0 grow">
        <div className="text-12 text-dim">{label}</div>
        <div className="ltr-isolate rtl:text-end">{words}</div>
      </div>
      <CopyWithToast label={copyLabel} text={text} />
    </div>
  )
}

/** Opens the system share sheet. Hidden if the browser has none. */
function ShareButton({ code, link }: { code: string; link: string }) {
  const t = useDictionary('account')
  const shared = { title: t('app.name'), text: t('invite.share.text', { code }), url: link }
  if (typeof navigator.canShare !== 'function' || !navigator.canShare(shared)) return null
  // The promise rejects when the user closes the share sheet, which needs no message.
  const share = () => void navigator.share(shared).catch(() => undefined)
  return (
    <Button full icon="share" onClick={share} size="large">
      {t('invite.share')}
    </Button>
  )
}

export function InviteCardSkeleton() {
  return (
    <Panel className="grid grid-cols-1 gap-4">
      <div className="grid justify-items-center gap-3">
        <Skeleton className={qrSize} shape="box" />
        <Skeleton className="w-56" />
      </div>
      <Skeleton className="h-16 w-full" />
      <Skeleton className="h-14 w-full" />
    </Panel>
  )
}
