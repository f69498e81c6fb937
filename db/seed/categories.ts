import type { Category } from '#core/market/market.ts'

/** In display order. Ids are never reused. */
export const categories = [
  { id: 1, code: 'forex_majors', names: { en: 'Forex majors', hk: '主要貨幣對' } },
  { id: 2, code: 'forex_crosses', names: { en: 'Forex crosses', hk: '交叉貨幣對' } },
  { id: 3, code: 'metals', names: { en: 'Metals', hk: '金屬' } },
  { id: 4, code: 'energies', names: { en: 'Energies', hk: '能源' } },
  { id: 5, code: 'indices', names: { en: 'Indices', hk: '指數' } },
  { id: 6, code: 'crypto', names: { en: 'Crypto', hk: '加密貨幣' } },
  { id: 7, code: 'shares', names: { en: 'Shares', hk: '股票' } },
] as const satisfies readonly Category[]

export type CategoryCode = (typeof categories)[number]['code']

export const categoryIds: Readonly<Record<CategoryCode, number>> = {
  forex_majors: 1,
  forex_crosses: 2,
  metals: 3,
  energies: 4,
  indices: 5,
  crypto: 6,
  shares: 7,
}
