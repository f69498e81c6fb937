import { useState } from 'react'
import { isCallFailure } from '#browser/calls/call-failure.ts'
import { type DownloadCheck, saveChecked } from '#browser/files/checked-download.ts'
import type { Complaint } from '#contract/calls/complaints.ts'
import { Button } from '#ui/button.tsx'
import { GroupedCode } from '#ui/grouped-code.tsx'
import { Icon } from '#ui/icon.tsx'
import { Panel } from '#ui/panel.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { readComplaintPack } from '#web/calls/complaints.ts'
import { CopyWithToast } from '#web/parts/account/copy-with-toast.tsx'
import { useDictionary, useParts } from '#web/parts/app-parts.tsx'
import { isolateLtr } from '#web/parts/bidi.ts'
import { useSingleFlight } from '#web/parts/use-single-flight.ts'

type EvidencePackProps = {
  readonly complaint: Complaint
  readonly isFetching: boolean
  readonly onCheckAgain: () => void
}

/** The file with evidence, which user and broker get alike, and how to check it. */
export function EvidencePack({ complaint, isFetching, onCheckAgain }: EvidencePackProps) {
  const t = useDictionary('complaints')
  const { pack } = complaint
  return (
    <section>
      <h2 className="px-4 pb-2 text-13 text-dim">{t('complaints.pack')}</h2>
      <Panel className="grid grid-cols-1 gap-3">
        {pack === 'ready' ? (
          <ReadyPack complaint={complaint} />
        ) : (
          <p aria-live="polite" className="flex items-start gap-2 text-13 text-dim">
            {pack === 'waiting' ? <Spinner size={16} /> : null}
            {pack === 'failed' ? <Icon className="text-warn" name="warning" size={18} /> : null}
            <span className="min-w-0 grow">{t(`complaints.pack.${pack}`)}</span>
          </p>
        )}
        {pack === 'waiting' ? (
          <Button busy={isFetching} icon="refresh" onClick={onCheckAgain} size="small" variant="secondary">
            {t('complaints.pack.again')}
          </Button>
        ) : null}
      </Panel>
    </section>
  )
}

function ReadyPack({ complaint }: { complaint: Complaint }) {
  const t = useDictionary('complaints')
  const { isBusy, check, download } = useDownload(complaint)
  const { number, pack_bytes, pack_sha256 } = complaint
  return (
    <>
      <dl className="grid grid-cols-1 gap-2">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <dt className="text-13 text-dim">{t('complaints.pack.size')}</dt>
          <dd>{t('complaints.pack.bytes', { size: isolateLtr(String(pack_bytes)) })}</dd>
        </div>
        <div>
          <dt className="-my-2 flex items-center justify-between gap-2 text-13 text-dim">
            {t('complaints.pack.hash')}
            <span className="-me-2">
              <CopyWithToast label={t('complaints.pack.copy_hash')} text={pack_sha256} />
            </span>
          </dt>
          <dd className="pt-1">
            <GroupedCode value={pack_sha256} />
          </dd>
        </div>
      </dl>
      <Button busy={isBusy} full onClick={() => void download()}>
        {t('complaints.pack.download')}
      </Button>
      <p aria-live="polite" className="empty:hidden">
        {check === undefined ? null : <Checked check={check} />}
      </p>
      <p className="text-12 text-dim">
        {t('complaints.pack.check', { command: isolateLtr(`npm run check-pack -- ${fileName(number)}`) })}
      </p>
    </>
  )
}

const looks = {
  matches: { icon: 'check-circle', color: 'text-good' },
  unchecked: { icon: 'info', color: 'text-warn' },
  differs: { icon: 'warning', color: 'text-danger' },
} as const

function Checked({ check }: { check: DownloadCheck }) {
  const t = useDictionary('complaints')
  const { icon, color } = looks[check]
  return (
    <span className={`flex items-start gap-2 text-13 ${color}`}>
      <Icon name={icon} size={18} />
      <span className="min-w-0 grow">{t(`complaints.pack.${check}`)}</span>
    </span>
  )
}

const fileName = (number: string) => `evidence-${number}.json`

/** Fetched by a call, because a link cannot send the session token. */
function useDownload({ id, number, pack_sha256 }: Complaint) {
  const { caller } = useParts()
  const { isBusy, run } = useSingleFlight()
  const [check, setCheck] = useState<DownloadCheck>()
  const download = () =>
    run(async (signal) => {
      setCheck(undefined)
      try {
        const file = await readComplaintPack(caller, id, signal)
        setCheck(await saveChecked(fileName(number), file, pack_sha256))
      } catch (failure) {
        // The caller has shown it.
        if (!isCallFailure(failure)) throw failure
      }
    })
  return { isBusy, check, download }
}
