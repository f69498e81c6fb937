import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { articleKinds, articleLimits, legalKinds } from '#core/content/article.ts'
import { parseSeedText, type SeedText, seedArticles } from '#db/seed/articles.ts'
import { messages as enHistory } from '#i18n/web/history/en.ts'
import { messages as hkHistory } from '#i18n/web/history/hk.ts'
import { messages as enOrders } from '#i18n/web/orders/en.ts'
import { messages as hkOrders } from '#i18n/web/orders/hk.ts'
import { messages as enShell } from '#i18n/web/shell/en.ts'
import { messages as hkShell } from '#i18n/web/shell/hk.ts'
import { messages as enTicket } from '#i18n/web/ticket/en.ts'
import { messages as hkTicket } from '#i18n/web/ticket/hk.ts'
import { messages as enTrading } from '#i18n/web/trading/en.ts'
import { messages as hkTrading } from '#i18n/web/trading/hk.ts'

const matches = (text: SeedText, pattern: RegExp) => [...text.body.matchAll(pattern)].map(([found]) => found)
const headings = (text: SeedText) => matches(text, /^#+ /gm)
const links = (text: SeedText) => matches(text, /\]\([^)]*\)/g)
/** Whole figures: 1,000.00, 1.10000, 50 %. */
const figures = (text: SeedText) => matches(text, /\d[\d,.]*\d|\d/g).sort()

describe('the seeded articles', () => {
  it('have unique slugs', () => {
    const slugs = seedArticles.map(({ slug }) => slug)
    assert.equal(new Set(slugs).size, slugs.length)
  })

  for (const { slug, kind, texts } of seedArticles)
    describe(slug, () => {
      it('is a known kind in both languages', () => {
        assert.ok(articleKinds.includes(kind))
        assert.deepEqual(
          texts.map(({ language }) => language),
          ['en', 'hk'],
        )
      })

      it('is within the limits', () => {
        for (const text of texts)
          for (const part of ['title', 'description', 'body'] as const) {
            const { length } = text[part]
            assert.ok(length > 0 && length <= articleLimits[part], `${text.language} ${part}: ${length}`)
          }
      })

      it('has the same headings, links and figures in both languages', () => {
        const [en, hk] = texts
        assert.ok(en && hk)
        assert.deepEqual(headings(hk), headings(en))
        assert.deepEqual(links(hk), links(en))
        assert.deepEqual(figures(hk), figures(en))
      })

      it('has headings from the second level and links to own screens only', () => {
        for (const text of texts) {
          assert.ok(headings(text).every((heading) => heading.length > 2))
          for (const link of links(text))
            assert.match(link, /^\]\(\/(order|mine\/(history|email)|legal\/(terms|privacy|risk)|news)\)$/)
          assert.doesNotMatch(text.body, /https?:|\[[^\]]*\](?!\()/)
        }
      })
    })
})

describe('the labels in the texts', () => {
  const screens = {
    en: { ...enShell, ...enTrading, ...enTicket, ...enOrders, ...enHistory },
    hk: { ...hkShell, ...hkTrading, ...hkTicket, ...hkOrders, ...hkHistory },
  }
  type Key = keyof (typeof screens)['en']
  const rows: readonly (readonly [slug: string, keys: readonly Key[]])[] = [
    [
      'margin-and-close-out',
      ['funds.net_value', 'funds.margin', 'funds.available', 'funds.risk', 'order.fee', 'tab.orders'],
    ],
    [
      'reading-a-receipt',
      [
        ...([
          'detail.receipt',
          'detail.receipt.placed',
          'detail.receipt.opened',
          'detail.receipt.ended',
        ] as const),
        ...(['trade.bid', 'trade.ask', 'detail.receipt.quoted_at', 'detail.receipt.seq'] as const),
        ...(['detail.receipt.feed', 'detail.receipt.seen', 'order.target_price', 'order.stop_loss'] as const),
        ...([
          'order.take_profit',
          'detail.receipt.fill',
          'detail.receipt.slippage',
          'detail.receipt.rate',
        ] as const),
        'history.log',
      ],
    ],
    [
      'checking-your-balance',
      [
        ...(['history.log', 'history.type.1', 'history.type.2', 'history.type.3', 'history.type.4'] as const),
        ...(['history.type.5', 'history.type.6', 'history.type.10', 'history.locked', 'tab.orders'] as const),
      ],
    ],
    ['risk-of-leverage', ['order.lots', 'order.leverage', 'order.margin', 'ticket.close_out']],
    ['welcome', ['simulated.title']],
    ['risk', ['simulated.title', 'history.log']],
    ['terms', ['funds.risk']],
  ]
  for (const [slug, keys] of rows)
    it(`of ${slug} are those of the screens`, () => {
      for (const { language, body } of seedArticles.find((one) => one.slug === slug)?.texts ?? [])
        for (const key of keys) {
          const label = screens[language][key]
          assert.ok(
            body.replaceAll('\n', ' ').toLowerCase().includes(label.toLowerCase()),
            `${language} lacks ${label}`,
          )
        }
    })

  it('are the titles of the legal texts', () => {
    const titles = {
      terms: 'title.legal_terms',
      privacy: 'title.legal_privacy',
      risk: 'title.legal_risk',
    } as const
    for (const kind of legalKinds)
      for (const { language, title } of seedArticles.find((one) => one.kind === kind)?.texts ?? [])
        assert.equal(title, screens[language][titles[kind]])
  })
})

describe('the text of a file', () => {
  it('is divided into title, description and body', () => {
    assert.deepEqual(parseSeedText('# One two\n\nThree\nfour.\n\n## Five\n\nSix.\n', 'a.md'), {
      title: 'One two',
      description: 'Three four.',
      body: '## Five\n\nSix.',
    })
  })

  for (const text of ['', 'One\n\nTwo\n\nThree', '# One\n\nTwo', '# One\n\n## Two\n\nThree'])
    it(`is refused without one of them: ${JSON.stringify(text)}`, () => {
      assert.throws(() => parseSeedText(text, 'a.md'), /a\.md must begin/)
    })
})
