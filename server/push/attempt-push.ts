import { wallTime } from '#core/calendar/event-time.ts'
import { groupOf, isNoticeKind } from '#core/notice/notice.ts'
import { isQuiet, isUrgent } from '#core/notice/quiet-hours.ts'
import { defaultLanguage, languageFromCode } from '#i18n/languages.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Encryption } from '#server/platform/encryption.ts'
import type { TranslatorFor } from '#server/platform/translators.ts'
import type { AttemptResult } from '#server/push/deliveries.ts'
import type { ClaimedDelivery } from '#server/push/deliveries-store.ts'
import { isAllowedEndpoint } from '#server/push/push-endpoint.ts'
import type { RenderNotice } from '#server/push/push-types.ts'
import { payloadOf, privateNotice, topicOf } from '#server/push/render-push.ts'
import type { PushSender } from '#server/push/send-push.ts'

export type AttemptParts = {
  readonly sender: Pick<PushSender, 'send'>
  readonly services: readonly string[]
  readonly render: RenderNotice
  readonly translatorFor: TranslatorFor
  readonly encryption: Pick<Encryption, 'keyedHash'>
  readonly clock: Pick<Clock, 'now'>
}

/** A process was killed during each try, or the service was away for a day. */
const maxTries = 100
const minuteMs = 60_000
const maxTtlSeconds = 24 * 3600

/** Everything about a push is judged when it is sent: the session, the address, the time of day, what it may say. */
export async function attemptPush(delivery: ClaimedDelivery, parts: AttemptParts): Promise<AttemptResult> {
  const nowMs = parts.clock.now()
  const ttlSeconds = Math.floor((delivery.expiresAtMs - nowMs) / 1000)
  if (!delivery.isAlive) return { kind: 'gone', why: 'its session has ended' }
  if (ttlSeconds < 1) return { kind: 'expired' }
  if (delivery.tries > maxTries) return { kind: 'failed', why: 'too many tries' }
  // Of a newer version, after a return to an older one.
  if (!isNoticeKind(delivery.content.kind)) return { kind: 'failed', why: 'unknown kind' }
  if (!isAllowedEndpoint(delivery.endpoint, parts.services))
    return { kind: 'failed', why: 'no known push service' }
  if (isInQuietHours(delivery, nowMs)) return { kind: 'quiet' }
  const topic = topicOf(tagOf(delivery), delivery.userId, parts.encryption.keyedHash)
  return await parts.sender.send({
    subscription: delivery,
    payload: payload(delivery, topic, parts),
    ttlSeconds: Math.min(ttlSeconds, maxTtlSeconds),
    topic,
    isUrgent: isUrgentPush(delivery),
  })
}

/** Private pushes all say the same: one on the screen is enough. A stored tag is never this one, which is empty. */
function tagOf(delivery: ClaimedDelivery): string {
  return hasDetails(delivery) || isUrgentPush(delivery) ? delivery.tag : ''
}

function hasDetails({ preferences }: ClaimedDelivery): boolean {
  return preferences?.details === true
}

function isUrgentPush({ content }: ClaimedDelivery): boolean {
  return isUrgent(groupOf(content.kind))
}

function isInQuietHours(delivery: ClaimedDelivery, nowMs: number): boolean {
  const { preferences } = delivery
  if (isUrgentPush(delivery) || preferences === undefined) return false
  const { quietFrom, quietTo, zone } = preferences
  // Not a number in a zone that this machine does not know: no minute is quiet then.
  const minute = Math.floor(wallTime(nowMs, zone) / minuteMs) % (24 * 60)
  return isQuiet({ from: quietFrom, to: quietTo }, minute)
}

function payload(delivery: ClaimedDelivery, tag: string, { render, translatorFor }: AttemptParts): string {
  const language = languageFromCode(delivery.language) ?? defaultLanguage
  const notice = hasDetails(delivery)
    ? render(delivery.content, language)
    : privateNotice(language, translatorFor)
  return payloadOf(notice, { language, tag, isUrgent: isUrgentPush(delivery) })
}
