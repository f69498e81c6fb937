import { useState } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import { formatDateTime } from '#browser/time/date-format.ts'
import type { DeskPicture } from '#contract/desk/content.ts'
import { isRoleAllowed } from '#core/user/operator-role.ts'
import { Pagination } from '#desk/parts/data-table.tsx'
import { useParts, useStore, useTranslate, useTranslations } from '#desk/parts/desk-parts.tsx'
import { useMutation } from '#desk/parts/mutation.ts'
import { Page } from '#desk/parts/page.tsx'
import { pageCount, pageFromQuery } from '#desk/parts/pagination.ts'
import { PictureShelf, usePictures } from '#desk/parts/picture-shelf.tsx'
import { PictureUpload } from '#desk/parts/picture-upload.tsx'
import { PublicPicture } from '#desk/parts/public-picture.tsx'
import { DateTime } from '#desk/parts/time.tsx'
import { Badge } from '#ui/badge.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Notice } from '#ui/notice.tsx'

const pathOf = (page: number) => (page === 1 ? '/pictures' : `/pictures?page=${page}`)

/** The public pictures: upload, sizes, which ones are used. */
export function PicturesScreen() {
  const t = useTranslate()
  const [, go] = useLocation()
  const page = pageFromQuery(new URLSearchParams(useSearch()).get('page'))
  const { calls, statusPoll } = useParts()
  const { operator } = useStore(statusPoll)
  const canChange = operator !== undefined && isRoleAllowed(operator.role, ['content'])
  const query = usePictures(page)
  const [removing, setRemoving] = useState<DeskPicture>()
  const added = () => {
    if (page === 1) void query.refetch()
    else go(pathOf(1))
  }
  const removed = () => {
    setRemoving(undefined)
    void query.refetch()
  }
  return (
    <Page
      actions={canChange ? <PictureUpload onAdded={added} send={calls.addPicture} /> : null}
      text={t('pictures.text')}
      title={t('pictures.title')}
    >
      {canChange ? null : <Notice className="mb-4">{t('pictures.viewer')}</Notice>}
      <PictureShelf
        pages={(total) =>
          // Pictures may have been removed meanwhile, so that this page no longer exists.
          page > pageCount(total) ? (
            <Redirect replace to={pathOf(pageCount(total))} />
          ) : (
            <Pagination onTurn={(next) => go(pathOf(next))} page={page} total={total} />
          )
        }
        query={query}
      >
        {(picture) => (
          <PictureCard onRemove={canChange ? () => setRemoving(picture) : undefined} picture={picture} />
        )}
      </PictureShelf>
      {removing === undefined ? null : (
        <RemoveDialog onClose={() => setRemoving(undefined)} onRemoved={removed} picture={removing} />
      )}
    </Page>
  )
}

type PictureCardProps = {
  readonly picture: DeskPicture
  /** Undefined if the operator may not remove pictures. */
  readonly onRemove: (() => void) | undefined
}

function PictureCard({ picture, onRemove }: PictureCardProps) {
  const { t, locale } = useTranslations()
  const { toasts } = useParts()
  const { name, width, height, created_at, is_used } = picture
  return (
    <figure className="overflow-hidden rounded-16 border border-line bg-surface">
      <PublicPicture
        className="aspect-[4/3] w-full object-contain"
        label={t('pictures.one', { time: formatDateTime(created_at, { locale }) })}
        name={name}
      />
      <figcaption className="flex items-center border-t border-line py-1 ps-3 pe-1 text-12 text-dim">
        <span className="grid min-w-0 grow gap-0.5">
          <span className="flex flex-wrap items-center gap-x-2">
            <span className="text-text ltr-isolate">{t('pictures.size', { width, height })}</span>
            {is_used === 1 ? <Badge tone="good">{t('pictures.used')}</Badge> : null}
          </span>
          <DateTime at={created_at} />
        </span>
        <CopyButton
          label={t('pictures.copy')}
          onFailed={() => toasts.show({ text: t('pictures.copy_failed'), tone: 'danger' })}
          text={name}
        />
        {onRemove === undefined || is_used === 1 ? null : (
          <IconButton icon="trash" label={t('pictures.remove')} onSelect={onRemove} size={18} />
        )}
      </figcaption>
    </figure>
  )
}

type RemoveDialogProps = {
  readonly picture: DeskPicture
  readonly onRemoved: () => void
  readonly onClose: () => void
}

function RemoveDialog({ picture, onRemoved, onClose }: RemoveDialogProps) {
  const t = useTranslate()
  const { calls } = useParts()
  const { run, isBusy } = useMutation(calls.removePicture)
  const confirm = async () => {
    const { name } = picture
    const result = await run({ name })
    // It may have come into use, or another operator has removed it: the list shows the newest state.
    if (result.isDone || result.reason === 'picture_used' || result.reason === 'not_found') onRemoved()
  }
  return (
    <Dialog
      busy={isBusy}
      cancelLabel={t('control.cancel')}
      confirmLabel={t('pictures.remove.submit')}
      onConfirm={() => void confirm()}
      onOpenChange={onClose}
      open
      text={t('pictures.remove.text')}
      title={t('pictures.remove.title')}
      tone="danger"
    >
      <PublicPicture className="mt-2 max-h-48 w-full rounded-8 object-contain" label="" name={picture.name} />
    </Dialog>
  )
}
