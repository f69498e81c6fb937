// Prepared answers of support, and how fast it answers.
import {
  cannedAnswers,
  removeCannedAnswer,
  type SupportFiguresAnswer,
  saveCannedAnswer,
  supportFigures,
  type CannedAnswer as WiredAnswer,
} from '#contract/desk/support.ts'
import { answered, refused } from '#contract/outcome.ts'
import { dayMs } from '#core/candle/period.ts'
import { operatorRoute, type Route } from '#server/gateway/gateway.ts'
import type { Operators } from '#server/operators/operators.ts'
import type { CannedAnswer, Support, Times } from '#server/support/support.ts'

type Parts = { readonly operators: Operators; readonly support: Pick<Support, 'desk'> }

export function cannedAnswerRoutes(parts: Parts): readonly Route[] {
  return [readAnswers(parts), save(parts), remove(parts)]
}

function readAnswers({ operators, support }: Parts): Route {
  return operatorRoute(cannedAnswers, operators.authenticate, async () => {
    const answers = await support.desk.canned.list()
    return answered({ data: answers.map(cannedToWire) })
  })
}

function save({ operators, support }: Parts): Route {
  return operatorRoute(saveCannedAnswer, operators.authenticate, async (input, operator, { address }) => {
    const { id, revision, language, title, text } = input
    const typed = { id, revision, language, title, text, operator, address }
    const result = await support.desk.canned.save(typed)
    return result.kind === 'refused' ? result : answered(cannedToWire(result.answer), 'done.saved')
  })
}

function remove({ operators, support }: Parts): Route {
  return operatorRoute(removeCannedAnswer, operators.authenticate, async ({ id }, operator, { address }) => {
    const result = await support.desk.canned.remove({ id, operator, address })
    return result.kind === 'refused' ? result : answered(null, 'done.saved')
  })
}

function cannedToWire({ changedBy, changedAt, ...answer }: CannedAnswer): WiredAnswer {
  return { ...answer, changed_by: changedBy, changed_at: changedAt.toISOString() }
}

const longestPeriodMs = 366 * dayMs

export function readSupportFigures({ operators, support }: Parts): Route {
  return operatorRoute(supportFigures, operators.authenticate, async ({ from, to }) => {
    if (to <= from || to - from > longestPeriodMs) return refused('invalid_input', { field: 'to' })
    const { opened, overall, operators: each } = await support.desk.figures(new Date(from), new Date(to))
    return answered({ opened, overall: timesToWire(overall), operators: each.map(timesToWire) })
  })
}

function timesToWire(times: Times): SupportFiguresAnswer['overall'] {
  return {
    ...{ operator: times.operator, answered: times.answered, resolved: times.resolved },
    ...{ first_answer_median: times.firstAnswerMedian, first_answer_p90: times.firstAnswerP90 },
    ...{ resolution_median: times.resolutionMedian, resolution_p90: times.resolutionP90 },
  }
}
