import { ListGroup } from '#ui/list-group.tsx'
import { ListRow } from '#ui/list-row.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Switch } from '#ui/switch.tsx'
import { type Indicator, indicators as offered } from '#web/chart/indicator.ts'
import { useTranslate } from '#web/parts/app-parts.tsx'

type IndicatorSheetProps = {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly indicators: ReadonlySet<Indicator>
  readonly onToggle: (indicator: Indicator, isShown: boolean) => void
}

/** Switches for the chart's indicators. Each takes effect immediately in the chart behind the sheet. */
export function IndicatorSheet({ isOpen, onOpenChange, indicators, onToggle }: IndicatorSheetProps) {
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
    </Sheet>
  )
}
