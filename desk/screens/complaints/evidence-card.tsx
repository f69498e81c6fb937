import { useState } from 'react'
import { failureMessage } from '#browser/calls/caller.ts'
import { type DownloadCheck, saveChecked } from '#browser/files/checked-download.ts'
import type { ComplaintDetailsAnswer } from '#contract/desk/complaints.ts'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { useMutation } from '#desk/parts/mutation.ts'
import { Card, Fact } from '#desk/parts/page.tsx'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { GroupedCode } from '#ui/grouped-code.tsx'
import { Notice } from '#ui/notice.tsx'

type EvidenceCardProps = {
  readonly complaint: ComplaintDetailsAnswer
  readonly isFetching: boolean
  readonly onCheckAgain: () => void
}

/** The file with evidence, which the user has as well. */
export function EvidenceCard({ complaint, isFetching, onCheckAgain }: EvidenceCardProps) {
  const t = useTranslate()
  const { pack } = complaint
  const checkAgain = (
    <Button busy={isFetching} icon="refresh" onClick={onCheckAgain} size="small" variant="secondary">
      {t('complaint.pack.again')}
    </Button>
  )
  return (
    <Card actions={pack === 'waiting' ? checkAgain : undefined} title={t('complaint.pack')}>
      {pack === 'ready' ? (
        <ReadyPack complaint={complaint} />
      ) : (
        <p className="text-13 text-dim">{t(`complaint.pack.${pack}`)}</p>
      )}
    </Card>
  )
}

const tones = { matches: 'neutral', unchecked: 'warn', differs: 'danger' } as const
const icons = { matches: 'check-circle', unchecked: 'info', differs: 'warning' } as const

function ReadyPack({ complaint }: { complaint: ComplaintDetailsAnswer }) {
  const t = useTranslate()
  const { calls } = useParts()
  const { id, number, pack_bytes, pack_sha256 } = complaint
  const { run, isBusy, failure } = useMutation((input: { readonly id: number }) => calls.complaintPack(input))
  const [check, setCheck] = useState<DownloadCheck>()
  const download = async () => {
    setCheck(undefined)
    const result = await run({ id })
    if (result.isDone) setCheck(await saveChecked(`evidence-${number}.json`, result.answer, pack_sha256))
  }
  return (
    <div className="grid gap-3">
      <dl className="grid gap-3">
        <Fact label={t('complaint.pack.size')}>
          {t('complaint.pack.bytes', { size: String(pack_bytes) })}
        </Fact>
        <Fact label={t('complaint.pack.hash')}>
          <span className="-my-1 flex items-center gap-2">
            <span className="min-w-0 grow">
              <GroupedCode value={pack_sha256} />
            </span>
            <CopyButton label={t('complaint.pack.copy')} text={pack_sha256} />
          </span>
        </Fact>
      </dl>
      <div className="flex flex-wrap items-center gap-3">
        <Button busy={isBusy} onClick={() => void download()} size="small" variant="secondary">
          {t('complaint.pack.download')}
        </Button>
        <span className="min-w-0 grow basis-40 text-12 text-dim">{t('complaint.pack.audited')}</span>
      </div>
      {failure === undefined ? null : (
        <Notice icon="warning" live tone="danger">
          {failureMessage(failure, (code) => t('desk.transport', { code }))}
        </Notice>
      )}
      {check === undefined ? null : (
        <Notice icon={icons[check]} live tone={tones[check]}>
          {t(`complaint.pack.${check}`)}
        </Notice>
      )}
    </div>
  )
}
