import type { ReactNode } from 'react'
import type { DeskPicture, DeskPicturesAnswer } from '#contract/desk/content.ts'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { QueryView, type ServerQuery, useServerQuery } from '#desk/parts/query.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

export function usePictures(page: number): ServerQuery<DeskPicturesAnswer> {
  const { calls } = useParts()
  return useServerQuery(['pictures', page], (options) => calls.pictures({ page }, options))
}

type PictureShelfProps = {
  readonly query: ServerQuery<DeskPicturesAnswer>
  /** Renders one picture. */
  readonly children: (picture: DeskPicture) => ReactNode
  /** Below the pictures. */
  readonly pages: (total: number) => ReactNode
}

/** The pictures of the installation as a grid, newest first. */
export function PictureShelf({ query, children, pages }: PictureShelfProps) {
  const t = useTranslate()
  return (
    <QueryView failedTitle={t('pictures.failed')} query={query} skeleton={<ShelfSkeleton />}>
      {({ data, total }) =>
        total === 0 ? (
          <EmptyState icon="picture" text={t('pictures.empty_text')} title={t('pictures.empty')} />
        ) : (
          <div className="grid grid-cols-1 gap-3">
            <ul className={shelf}>
              {data.map((picture) => (
                <li className="min-w-0" key={picture.name}>
                  {children(picture)}
                </li>
              ))}
            </ul>
            {pages(total)}
          </div>
        )
      }
    </QueryView>
  )
}

const shelf = 'grid grid-cols-[repeat(auto-fill,minmax(min(176px,100%),1fr))] gap-3'

const places = [1, 2, 3, 4, 5, 6]

function ShelfSkeleton() {
  return (
    <div className={shelf}>
      {places.map((place) => (
        <Skeleton className="aspect-[4/3] w-full" key={place} shape="box" />
      ))}
    </div>
  )
}
