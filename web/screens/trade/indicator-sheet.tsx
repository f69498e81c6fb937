import { Chips } from '#ui/chips.tsx'
import { ListGroup } from '#ui/list-group.tsx'
import { ListRow } from '#ui/list-row.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Switch } from '#ui/switch.tsx'
import { type EventLevel, eventLevels } from '#web/chart/events/event-level.ts'
import { type Indicator, indicators as offered } from '#web/chart/indicator.ts'
import { useDictionary, useTranslate } from '#web/parts/app-parts.tsx'

type IndicatorSheetProps = {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly indicators: ReadonlySet<Indicator>
  readonly onToggle: (indicator: Indicator, isShown: boolean) => void
  readonly events: EventLevel
  readonly onEvents: (level: EventLevel) => void
}

/** The chart's indicators and event marks. Each takes effect immediately in the chart behind the sheet. */
export function IndicatorSheet(props: IndicatorSheetProps) {
  const { isOpen, onOpenChange, indicators, onToggle, events, onEvents } = props
  const t = useTranslate()
  return (
    <Sheet onOpenChange={onOpenChange} open={isOpen} title={t('trade.indicators')}>
      <ListGroup>
        {offered.map((indicator) => (
          <ListRow
            control={
              <Switch
                checked={indicators.has(indicator)}
                label={indicator}
                onChange={(isShown) => onToggle(indicator, isShown)}
              />
            }
            key={indicator}
            label={indicator}
            note={t(`trade.indicator.${indicator}`)}
          />
        ))}
      </ListGroup>
      <EventChoice level={events} onChange={onEvents} />
    </Sheet>
  )
}

type EventChoiceProps = { readonly level: EventLevel; readonly onChange: (level: EventLevel) => void }

function EventChoice({ level, onChange }: EventChoiceProps) {
  const t = useDictionary('calendar')
  const items = eventLevels.map((value) => ({ value, label: t(`calendar.marks.${value}`) }))
  return (
    <section className="grid grid-cols-1 gap-1 pt-5">
      <h2 className="px-4 text-13 text-dim">{t('calendar.marks')}</h2>
      <Chips
        className="-mx-4 px-4"
        items={items}
        label={t('calendar.marks')}
        onChange={onChange}
        value={level}
      />
      <p className="px-4 text-12 text-dim">{t('calendar.marks.text')}</p>
    </section>
  )
}
