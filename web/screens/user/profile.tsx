import type { UserFields } from '#contract/calls/session.ts'
import { maskedContact } from '#core/account/masked.ts'
import { Badge } from '#ui/badge.tsx'
import { Icon } from '#ui/icon.tsx'
import { reviewStatusOf, toneOfReview } from '#web/parts/account/review-status.ts'
import { useBook } from '#web/parts/app-parts.tsx'
import { useMomentWords } from '#web/parts/use-date-format.ts'

/** Whose account this is, in as little as its owner needs to know it by. */
export function Profile({ user }: { user: UserFields }) {
  const t = useBook('account')
  const { day } = useMomentWords()
  const review = reviewStatusOf(user.review_status)
  const isDemo = user.is_demo === 1
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-accent-soft text-accent">
        <Icon name="user" size={22} />
      </span>
      <div className="min-w-0 grow basis-[6rem]">
        <div className="truncate font-semibold">
          {isDemo ? t('user.demo') : <Contact user={user} otherwise={t('user.nameless')} />}
        </div>
        <div className="text-12 text-dim">{t('user.member_since', { day: day(user.created_at) })}</div>
      </div>
      {isDemo ? null : <Badge tone={toneOfReview[review]}>{t(`mine.review.${review}`)}</Badge>}
    </div>
  )
}

function Contact({ user, otherwise }: { user: UserFields; otherwise: string }) {
  const masked = maskedContact({ email: user.email || undefined, mobile: user.mobile || undefined })
  return masked === '' ? otherwise : <span className="ltr-isolate">{masked}</span>
}
