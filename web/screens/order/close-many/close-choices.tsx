import { EntryGroup } from '#ui/entry-group.tsx'
import { Figure } from '#ui/figure.tsx'
import { ListRow } from '#ui/list-row.tsx'
import { Notice } from '#ui/notice.tsx'
import { useBook } from '#web/parts/app-parts.tsx'
import type { CloseChoice } from '#web/screens/order/close-many/close-many-view.ts'

export type CloseChoicesProps = {
  readonly choices: readonly CloseChoice[]
  readonly onChoose: (choice: CloseChoice) => void
}

/** All, winners, losers and each market, with the number of orders and their profit now. */
export function CloseChoices({ choices, onChoose }: CloseChoicesProps) {
  const t = useBook('trading', 'orders')
  const blocked = choices.find(({ kind }) => kind === 'all')?.selection.blockedCount ?? 0
  return (
    <div className="grid grid-cols-1 gap-3">
      <EntryGroup>
        {choices
          .filter(({ kind }) => kind !== 'market')
          .map((choice) => (
            <ChoiceRow choice={choice} key={choice.kind} onChoose={onChoose} />
          ))}
      </EntryGroup>
      <EntryGroup title={t('many.by_market')}>
        {choices
          .filter(({ kind }) => kind === 'market')
          .map((choice) => (
            <ChoiceRow choice={choice} key={choice.market?.id} onChoose={onChoose} />
          ))}
      </EntryGroup>
      {blocked === 0 ? null : (
        <Notice icon="clock">
          <bdi>{t('many.blocked', { count: blocked })}</bdi>
        </Notice>
      )}
    </div>
  )
}

type ChoiceRowProps = {
  readonly choice: CloseChoice
  readonly onChoose: (choice: CloseChoice) => void
}

function ChoiceRow({ choice, onChoose }: ChoiceRowProps) {
  const t = useBook('orders')
  const { kind, market, selection } = choice
  const count = selection.orders.length
  return (
    <ListRow
      disabled={count === 0}
      label={<bdi>{t(`many.${kind}`, { market: market?.showCode ?? '' })}</bdi>}
      note={<bdi>{t('orders.count', { count })}</bdi>}
      onSelect={() => onChoose(choice)}
      value={
        <Figure
          className="text-15 font-semibold"
          decimals={6}
          plus
          tone="sign"
          unit="USD"
          value={count === 0 ? null : selection.profit}
        />
      }
    />
  )
}
