import type { OpenSpan, OpenSpans } from '#core/market/open-spans.ts'

/** Spans in order of their beginning, those that touch or overlap made one. */
export function joinSpans(spans: readonly OpenSpan[]): OpenSpans {
  const joined: OpenSpan[] = []
  for (const span of spans) {
    const last = joined.at(-1)
    if (last === undefined || span.fromMs > last.toMs) joined.push(span)
    else joined[joined.length - 1] = { fromMs: last.fromMs, toMs: Math.max(last.toMs, span.toMs) }
  }
  return joined
}

/** What is left of the spans when nothing is open during the closures, which may come in any order. */
export function cutSpans(spans: OpenSpans, closures: readonly OpenSpan[]): OpenSpans {
  return spans.flatMap((span) =>
    closures
      .filter((closure) => closure.fromMs < span.toMs && closure.toMs > span.fromMs)
      .reduce<OpenSpans>((left, closure) => left.flatMap((part) => aroundClosure(part, closure)), [span]),
  )
}

function aroundClosure(span: OpenSpan, closure: OpenSpan): OpenSpans {
  return [
    { fromMs: span.fromMs, toMs: Math.min(span.toMs, closure.fromMs) },
    { fromMs: Math.max(span.fromMs, closure.toMs), toMs: span.toMs },
  ].filter(isSpan)
}

/** What of the spans lies in the window. */
export function clipSpans(spans: OpenSpans, { fromMs, toMs }: OpenSpan): OpenSpans {
  return spans
    .map((span) => ({ fromMs: Math.max(span.fromMs, fromMs), toMs: Math.min(span.toMs, toMs) }))
    .filter(isSpan)
}

export function isSpan({ fromMs, toMs }: OpenSpan): boolean {
  return fromMs < toMs
}
