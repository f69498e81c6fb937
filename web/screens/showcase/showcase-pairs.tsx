import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Figure } from '#ui/figure.tsx'
import { Icon } from '#ui/icon.tsx'
import { ShowcaseSection } from '#web/screens/showcase/showcase-section.tsx'

const samples = (['light', 'dark'] as const).flatMap((theme) =>
  (['ltr', 'rtl'] as const).map((direction) => ({
    theme,
    direction,
    lang: direction === 'rtl' ? 'ar' : 'en',
  })),
)

/** The same sample in both themes and both directions. */
export function ShowcasePairs() {
  return (
    <ShowcaseSection title="Side by side">
      <div className="grid grid-cols-2 gap-2">
        {samples.map(({ theme, direction, lang }) => (
          <div
            className="rounded-16 border border-line p-3"
            data-theme={theme}
            dir={direction}
            key={theme + direction}
            lang={lang}
          >
            <Sample isArabic={lang === 'ar'} />
          </div>
        ))}
      </div>
    </ShowcaseSection>
  )
}

function Sample({ isArabic }: { isArabic: boolean }) {
  return (
    <div className="grid gap-2">
      <div className="flex items-center gap-1 text-13">
        <Icon name="chevron-back" size={16} />
        {isArabic ? 'الطلبات' : 'Orders'}
        <Badge className="ms-auto" tone="rise">
          {isArabic ? 'شراء' : 'Buy'}
        </Badge>
      </div>
      <Figure className="justify-self-start text-20 font-bold" fraction="pip" value="1.08427" />
      <div className="text-12 text-dim">
        {isArabic ? 'الربح' : 'Profit'} <Figure tone="sign" value="-9.204151" />
      </div>
      <Button full size="small" variant="primary">
        {isArabic ? 'متابعة' : 'Continue'}
      </Button>
      <Button full size="small" variant="fall">
        {isArabic ? 'إغلاق' : 'Close'}
      </Button>
    </div>
  )
}
