// Support threads in the operator console. The module audits what is read, except the summary of a user, which is read
// together with its thread.

import {
  deskSupportImage,
  deskSupportMark,
  deskSupportMessages,
  deskSupportTyping,
  deskSupportUpload,
  supportAnswer,
  supportAssign,
  supportClose,
  supportDetails,
  supportExport,
  supportInbox,
  supportOrder,
  supportRelease,
  supportSearch,
} from '#contract/desk/support.ts'
import { deskMessageToWire, deskThreadToWire } from '#contract/desk/support-wire.ts'
import { orderToWire } from '#contract/order-wire.ts'
import { answered, refused } from '#contract/outcome.ts'
import { cannedAnswerRoutes, readSupportFigures } from '#server/desk-api/support-answers.ts'
import { readSupportUser, type SupportUserParts } from '#server/desk-api/support-user.ts'
import { encodeInTurns, operatorRoute, type Route, recordKey } from '#server/gateway/gateway.ts'
import type { MarketData } from '#server/market-data/market-data.ts'
import type { Operators } from '#server/operators/operators.ts'
import type { Random } from '#server/platform/random.ts'
import type { Support } from '#server/support/support.ts'

export type SupportDeskParts = SupportUserParts & {
  readonly operators: Operators
  readonly support: Pick<Support, 'desk'>
  readonly marketData: Pick<MarketData, 'markets'>
  readonly random: Random
}

/** Every call of contract/desk/support.ts. */
export function supportDeskRoutes(parts: SupportDeskParts): readonly Route[] {
  return [
    readInbox(parts),
    search(parts),
    readDetails(parts),
    readMessages(parts),
    answerUser(parts),
    assign(parts),
    release(parts),
    close(parts),
    mark(parts),
    typing(parts),
    upload(parts),
    readImage(parts),
    readOrder(parts),
    exportThread(parts),
    ...cannedAnswerRoutes(parts),
    readSupportFigures(parts),
  ]
}

function readInbox({ operators, support }: SupportDeskParts): Route {
  return operatorRoute(supportInbox, operators.authenticate, async (input, operator, { address }) => {
    const { state = 'open', mine, page } = input
    const { operatorId } = operator
    const query = { state, assignedTo: mine === 1 ? operatorId : undefined, page }
    const { threads, total, waiting } = await support.desk.inbox(query, { operator, address })
    return answered({ data: threads.map((thread) => deskThreadToWire(thread, operatorId)), total, waiting })
  })
}

function search({ operators, support }: SupportDeskParts): Route {
  return operatorRoute(supportSearch, operators.authenticate, async ({ text }, operator, { address }) => {
    if (text.trim() === '') return refused('invalid_input', { field: 'text' })
    const found = await support.desk.search(text, { operator, address })
    return answered({
      data: found.map(({ thread, number = null }) => ({
        thread: deskThreadToWire(thread, operator.operatorId),
        number,
      })),
    })
  })
}

function readDetails(parts: SupportDeskParts): Route {
  const { operators, support } = parts
  return operatorRoute(supportDetails, operators.authenticate, async ({ id }, operator, { address }) => {
    const viewed = await support.desk.view({ id, operator, address })
    if (viewed === undefined) return refused('not_found')
    const user = await readSupportUser(parts, viewed.thread.userId, operator.role)
    if (user === 'busy') return refused('busy')
    const episodes = viewed.episodes.map(({ openedAt, firstAnswerAt, resolvedAt, resolvedBy }) => ({
      opened_at: openedAt.toISOString(),
      first_answer_at: firstAnswerAt?.toISOString() ?? null,
      resolved_at: resolvedAt?.toISOString() ?? null,
      resolved_by: resolvedBy,
    }))
    return answered({ thread: deskThreadToWire(viewed.thread, operator.operatorId), user, episodes })
  })
}

function readMessages({ operators, support }: SupportDeskParts): Route {
  return operatorRoute(deskSupportMessages, operators.authenticate, async (input, operator, { address }) => {
    const { id, after, before, limit } = input
    const found = await support.desk.messages({ id, operator, address }, { after, before, limit })
    if (found === undefined) return refused('not_found')
    const thread = deskThreadToWire(found.thread, operator.operatorId)
    return answered({ data: found.messages.map(deskMessageToWire), thread })
  })
}

function answerUser({ operators, support, random }: SupportDeskParts): Route {
  return operatorRoute(supportAnswer, operators.authenticate, async (input, operator, caller) => {
    const { id, text = '', images = '', read } = input
    const typed = { ...recordKey(caller, random), text, images, orderId: undefined }
    const result = await support.desk.answer({ id, operator, address: caller.address, typed, read })
    return result.kind === 'refused' ? result : answered(deskMessageToWire(result.message))
  })
}

function assign({ operators, support }: SupportDeskParts): Route {
  return operatorRoute(supportAssign, operators.authenticate, async (input, operator, { address }) => {
    const isTakeOver = input.take_over === 1
    const result = await support.desk.assign({ id: input.id, operator, address, isTakeOver })
    if (result.kind === 'refused') return result
    return answered(deskThreadToWire(result.thread, operator.operatorId))
  })
}

function release({ operators, support }: SupportDeskParts): Route {
  return operatorRoute(supportRelease, operators.authenticate, async ({ id }, operator, { address }) => {
    const result = await support.desk.release({ id, operator, address })
    if (result.kind === 'refused') return result
    return answered(deskThreadToWire(result.thread, operator.operatorId))
  })
}

function close({ operators, support }: SupportDeskParts): Route {
  return operatorRoute(supportClose, operators.authenticate, async ({ id }, operator, { address }) => {
    const result = await support.desk.close({ id, operator, address })
    if (result.kind === 'refused') return result
    return answered(deskThreadToWire(result.thread, operator.operatorId))
  })
}

function mark({ operators, support }: SupportDeskParts): Route {
  return operatorRoute(deskSupportMark, operators.authenticate, async ({ id, delivered, read }) => {
    await support.desk.mark(id, { delivered, read })
    return answered(null)
  })
}

function typing({ operators, support }: SupportDeskParts): Route {
  return operatorRoute(deskSupportTyping, operators.authenticate, async ({ id }) => {
    await support.desk.typing(id)
    return answered(null)
  })
}

function upload({ operators, support }: SupportDeskParts): Route {
  return operatorRoute(
    deskSupportUpload,
    operators.authenticate,
    async ({ id }, { operatorId }, { file }) => {
      if (file === undefined) return refused('image_missing')
      const added = await support.desk.addPicture(id, operatorId, {
        bytes: file.bytes,
        claimedType: file.type,
      })
      return added.kind === 'refused' ? added : answered(added.picture)
    },
  )
}

function readImage({ operators, support }: SupportDeskParts): Route {
  return operatorRoute(deskSupportImage, operators.authenticate, async ({ name }, operator, { address }) => {
    const bytes = await support.desk.image({ name, operator, address })
    return bytes === undefined ? refused('not_found') : { kind: 'file', type: 'image/jpeg', bytes }
  })
}

function readOrder({ operators, support, portfolio, marketData }: SupportDeskParts): Route {
  return operatorRoute(supportOrder, operators.authenticate, async (input, operator, caller) => {
    const { id, number } = input
    const named = await support.desk.order({ id, number, operator, address: caller.address })
    if (named === undefined) return refused('not_found')
    const list = await portfolio.orders(named.userId, { id: named.orderId, page: 1, limit: 1 })
    if (list === 'busy') return refused('busy')
    const [figures] = list.orders
    const market = marketData.markets.find((one) => one.id === figures?.order.marketId)
    if (figures === undefined || market === undefined) return refused('not_found')
    return answered(orderToWire(figures, market, caller.language))
  })
}

function exportThread({ operators, support }: SupportDeskParts): Route {
  return operatorRoute(supportExport, operators.authenticate, async ({ id }, operator, { address }) => {
    const found = await support.desk.exportThread({ id, operator, address })
    if (found === undefined) return refused('not_found')
    const { thread, messages } = found
    const content = { thread: deskThreadToWire(thread), messages: messages.map(deskMessageToWire) }
    const bytes = await encodeInTurns(content)
    return { kind: 'file', type: 'application/json', bytes, savedAs: `support-${id}.json` }
  })
}
