import { useEffect, useState } from 'react'
import { Sheet } from '#ui/sheet.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useUiLabels } from '#ui/ui-labels.tsx'
import { readVoucher } from '#web/calls/funds.ts'
import { useDictionary, useParts } from '#web/parts/app-parts.tsx'
import { LoadFailed } from '#web/parts/load-failed.tsx'
import { useServerQuery } from '#web/parts/server-query.ts'

type VoucherSheetProps = {
  /** Address of the voucher. Undefined while the sheet is closed. */
  readonly url: string | undefined
  readonly onClose: () => void
}

/** The voucher that the user has uploaded. Only its owner can read it, so it is fetched with the session. */
export function VoucherSheet({ url, onClose }: VoucherSheetProps) {
  const t = useDictionary('funds')
  return (
    <Sheet
      onOpenChange={(staysOpen) => {
        if (!staysOpen) onClose()
      }}
      open={url !== undefined}
      title={t('deposit.voucher')}
    >
      {url === undefined ? null : <Voucher url={url} />}
    </Sheet>
  )
}

function Voucher({ url }: { url: string }) {
  const t = useDictionary('funds')
  const labels = useUiLabels()
  const { caller } = useParts()
  const query = useServerQuery({
    key: ['voucher', url],
    read: (_, signal) => readVoucher(caller, url, signal),
    isConstant: true,
    isForgotten: true,
  })
  const source = useObjectUrl(query.data)
  if (query.isError)
    return (
      <LoadFailed onRetry={async () => void (await query.refetch())} title={t('deposit.voucher.failed')} />
    )
  if (source === undefined)
    return (
      <div aria-label={labels.loading} role="status">
        <Skeleton className="h-80 w-full" shape="box" />
      </div>
    )
  return (
    <img
      alt={t('deposit.voucher')}
      className="max-h-[70dvh] min-h-40 w-full rounded-16 object-contain"
      src={source}
    />
  )
}

function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (blob === undefined) return
    const created = URL.createObjectURL(blob)
    setUrl(created)
    return () => URL.revokeObjectURL(created)
  }, [blob])
  return url
}
