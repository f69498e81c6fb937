import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { DateTime } from '#desk/parts/time.tsx'
import { type RiskFigure, type RiskMark, riskText } from '#desk/screens/withdrawals/risk-text.ts'
import { figureText } from '#ui/figure-format.ts'
import { Icon } from '#ui/icon.tsx'

/** Facts that call for a closer look, each in a sentence. */
export function RiskMarks({ marks }: { marks: readonly RiskMark[] }) {
  const t = useTranslate()
  if (marks.length === 0) return <p className="text-13 text-dim">{t('withdrawal.no_risks')}</p>
  return (
    <ul className="grid gap-2">
      {marks.map((mark) => {
        const { text, figure } = riskText(mark, t)
        return (
          <li className="flex items-start gap-2 text-13 text-danger" key={mark.kind}>
            <span className="mt-px">
              <Icon name="warning" size={16} />
            </span>
            <span className="min-w-0">
              {text} {figure === undefined ? null : <RiskFigureText figure={figure} />}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function RiskFigureText({ figure }: { figure: RiskFigure }) {
  return (
    <bdi className="font-semibold">
      {figure.kind === 'time' ? <DateTime at={figure.at} /> : decimalText(figure.text)}
    </bdi>
  )
}

/** Groups the digits of an amount. Other text stays as it is. */
function decimalText(text: string): string {
  return /^-?\d+(\.\d+)?$/.test(text) ? figureText(text) : text
}
