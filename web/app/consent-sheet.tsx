import { useState } from 'react'
import { useLocation } from 'wouter'
import { isCallFailure } from '#browser/calls/call-failure.ts'
import type { MissingConsentsAnswer } from '#contract/calls/content.ts'
import { legalKinds } from '#core/content/article.ts'
import { Button } from '#ui/button.tsx'
import { ListGroup } from '#ui/list-group.tsx'
import { ListRow } from '#ui/list-row.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { giveConsent } from '#web/calls/content.ts'
import { useDictionary, useParts } from '#web/parts/app-parts.tsx'
import { consentTo, legalPath } from '#web/parts/legal/legal-kinds.ts'
import { useDateFormat } from '#web/parts/use-date-format.ts'
import { useSingleFlight } from '#web/parts/use-single-flight.ts'

type Missing = MissingConsentsAnswer['missing']

type ConsentSheetProps = {
  readonly isOpen: boolean
  readonly missing: Missing
  readonly onAnswer: (answer: MissingConsentsAnswer) => void
  readonly onPostpone: () => void
}

/** Lists the legal texts to accept. Postponing blocks nothing: positions can always be closed. */
export function ConsentSheet({ isOpen, missing, onAnswer, onPostpone }: ConsentSheetProps) {
  const t = useDictionary('content')
  const { caller, toasts } = useParts()
  const { isBusy, run } = useSingleFlight()
  // Shown until the sheet has slid away.
  const [last, setLast] = useState(missing)
  if (missing.length > 0 && missing !== last) setLast(missing)
  const accept = () =>
    run(async () => {
      const consent = consentTo(last.map(({ kind, edition }) => [kind, edition]))
      try {
        const answer = await giveConsent(caller.call, { consent })
        onAnswer(answer)
        if (answer.missing.length === 0) toasts.show({ text: t('consent.accepted'), tone: 'good' })
      } catch (failure) {
        // The caller has shown it. The sheet stays, and the same consent can be given again.
        if (!isCallFailure(failure)) throw failure
      }
    })
  return (
    <Sheet
      footer={
        <div className="grid grid-cols-1 gap-2">
          <Button busy={isBusy} full onClick={() => void accept()} size="large">
            {t('consent.accept')}
          </Button>
          <Button full onClick={onPostpone} variant="quiet">
            {t('consent.later')}
          </Button>
        </div>
      }
      onOpenChange={(next) => {
        if (!next) onPostpone()
      }}
      open={isOpen}
      swipe="title"
      title={t('consent.title')}
    >
      <div className="grid grid-cols-1 gap-4">
        <p className="text-13 text-dim">{t('consent.text')}</p>
        <MissingTexts missing={last} />
      </div>
    </Sheet>
  )
}

function MissingTexts({ missing }: { missing: Missing }) {
  const t = useDictionary('content')
  const { date } = useDateFormat()
  const [, go] = useLocation()
  return (
    <ListGroup>
      {missing.map(({ kind: name, edition, title, updated_at }) => {
        const kind = legalKinds.find((known) => known === name)
        // The version to accept, even if a newer one is published meanwhile.
        const path = kind === undefined ? undefined : legalPath(kind, edition)
        return (
          <ListRow
            {...(path === undefined ? {} : { href: path, onSelect: () => go(path) })}
            key={name}
            label={<bdi>{title}</bdi>}
            note={t('legal.version', { edition, date: date(updated_at) })}
          />
        )
      })}
    </ListGroup>
  )
}
