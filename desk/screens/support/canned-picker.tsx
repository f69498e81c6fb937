import { type KeyboardEvent, useState } from 'react'
import { Link } from 'wouter'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { QueryView, useServerQuery } from '#desk/parts/query.tsx'
import { languageName } from '#desk/parts/text-language.ts'
import { cannedChoice } from '#desk/screens/support/canned-choice.ts'
import { Badge } from '#ui/badge.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

type CannedPickerProps = {
  /** Language of the thread. */
  readonly language: string
  readonly onChoose: (text: string) => void
  readonly onClose: () => void
}

/** Prepared answers, those in the language of the thread first. The chosen one can be edited before it is sent. */
export function CannedPicker({ language, onChoose, onClose }: CannedPickerProps) {
  const t = useTranslate()
  const { calls } = useParts()
  const query = useServerQuery(['canned'], calls.cannedAnswers)
  const [typed, setTyped] = useState('')
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
  }
  return (
    <section
      aria-label={t('canned.insert')}
      className="grid gap-2 rounded-16 border border-line bg-ground p-3"
      onKeyDown={closeOnEscape}
    >
      <div className="flex items-center gap-1">
        <div className="min-w-0 grow">
          <SearchField
            autoFocus
            label={t('canned.filter')}
            onChange={setTyped}
            placeholder={t('canned.filter')}
            value={typed}
          />
        </div>
        <IconButton icon="close" label={t('control.close')} onSelect={onClose} />
      </div>
      <QueryView
        failedTitle={t('canned.failed')}
        query={query}
        skeleton={<Skeleton className="h-24" shape="box" />}
      >
        {({ data }) => {
          const choice = cannedChoice(data, typed, language)
          if (choice.length === 0)
            return (
              <p className="px-1 text-13 text-dim">
                {t(data.length === 0 ? 'canned.empty' : 'canned.none')}{' '}
                <Link className="font-semibold text-accent hover:underline" href="/support/answers">
                  {t('canned.title')}
                </Link>
              </p>
            )
          return (
            <ul className="grid max-h-60 grid-cols-1 gap-1 overflow-y-auto">
              {choice.map((answer) => (
                <li key={answer.id}>
                  <button
                    className="grid min-h-11 w-full gap-0.5 rounded-8 px-2 py-1.5 text-start hover:bg-hover focus-visible:-outline-offset-2"
                    onClick={() => onChoose(answer.text)}
                    type="button"
                  >
                    <span className="flex min-w-0 flex-wrap items-center gap-2 text-13 font-semibold">
                      <bdi className="min-w-0 wrap-anywhere">{answer.title}</bdi>
                      {answer.language === language ? null : <Badge>{languageName(answer.language)}</Badge>}
                    </span>
                    <span className="line-clamp-2 text-12 wrap-anywhere text-dim" dir="auto">
                      {answer.text}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          )
        }}
      </QueryView>
    </section>
  )
}
