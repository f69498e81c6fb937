import { useLocation } from 'wouter'
import type { LegalKind } from '#core/content/article.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ListGroup } from '#ui/list-group.tsx'
import { ListRow } from '#ui/list-row.tsx'
import { Notice } from '#ui/notice.tsx'
import { Screen } from '#ui/screen.tsx'
import { useUiLabels } from '#ui/ui-labels.tsx'
import { readLegalHistory } from '#web/calls/content.ts'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { legalPath } from '#web/parts/legal/legal-kinds.ts'
import { LegalText } from '#web/parts/legal/legal-text.tsx'
import { useBack } from '#web/parts/navigation.ts'
import type { ScreenProps } from '#web/parts/screen-props.ts'
import { useServerQuery } from '#web/parts/server-query.ts'
import { useDateFormat } from '#web/parts/use-date-format.ts'

/** The current version of a legal text, or another at `?edition=`. */
export function LegalScreen({ name, search }: ScreenProps) {
  const kind = kindOf(name)
  const edition = editionOf(search)
  // Another version is another screen: it starts at its top.
  return <LegalVersion edition={edition} key={edition} kind={kind} name={name} />
}

function kindOf(name: ScreenProps['name']): LegalKind {
  if (name === 'legal_privacy') return 'privacy'
  return name === 'legal_risk' ? 'risk' : 'terms'
}

function editionOf(search: string): number | undefined {
  const text = new URLSearchParams(search).get('edition') ?? ''
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined
}

type LegalVersionProps = {
  readonly name: ScreenProps['name']
  readonly kind: LegalKind
  readonly edition: number | undefined
}

function LegalVersion({ name, kind, edition }: LegalVersionProps) {
  const t = useDictionary('content')
  const back = useBack()
  return (
    <Screen back={back} scrollFocusable title={t(`title.${name}`)}>
      <div className="grid grid-cols-1 gap-8 px-4 pt-1 pb-8">
        <LegalText
          edition={edition}
          kind={kind}
          noEdition={<CurrentLink kind={kind} />}
          notCurrent={<NotCurrent kind={kind} />}
        />
        <Versions edition={edition} kind={kind} />
      </div>
    </Screen>
  )
}

function NotCurrent({ kind }: { kind: LegalKind }) {
  const t = useDictionary('content')
  return (
    <div className="grid grid-cols-1 justify-items-start gap-2">
      <Notice className="w-full" icon="warning" tone="warn">
        {t('legal.not_current')}
      </Notice>
      <CurrentLink kind={kind} />
    </div>
  )
}

function CurrentLink({ kind }: { kind: LegalKind }) {
  const t = useDictionary('content')
  const [, go] = useLocation()
  const path = legalPath(kind)
  return (
    <ButtonLink href={path} onSelect={() => go(path)} size="small" variant="secondary">
      {t('legal.show_current')}
    </ButtonLink>
  )
}

/** All versions with their dates. */
function Versions({ kind, edition }: Omit<LegalVersionProps, 'name'>) {
  const t = useDictionary('content')
  const words = useUiLabels()
  const { date } = useDateFormat()
  const [, go] = useLocation()
  const {
    data = [],
    error,
    isFetching,
    refetch,
  } = useServerQuery({
    key: ['legal_history', kind],
    read: (call, signal) => readLegalHistory(call, kind, signal),
  })
  if (error !== null && data.length === 0)
    return (
      <Notice
        action={
          <Button busy={isFetching} onClick={() => void refetch()} size="small" variant="quiet">
            {words.retry}
          </Button>
        }
      >
        {t('legal.versions_failed')}
      </Notice>
    )
  const [current] = data
  if (current === undefined) return null
  return (
    <ListGroup title={t('legal.versions')}>
      {data.map((version) => {
        const isCurrent = version === current
        const path = legalPath(kind, isCurrent ? undefined : version.edition)
        const isShown = edition === version.edition || (edition === undefined && isCurrent)
        return (
          <ListRow
            {...(isShown ? {} : { href: path, onSelect: () => go(path) })}
            key={version.edition}
            label={t('legal.number', { edition: version.edition })}
            note={date(version.published_at)}
            value={
              isCurrent ? (
                <Badge tone="good">{t('legal.current')}</Badge>
              ) : isShown ? (
                t('legal.shown')
              ) : undefined
            }
          />
        )
      })}
    </ListGroup>
  )
}
