import type { Pool } from 'pg'
import type { Area } from '#core/user/contact.ts'

type AreaRow = {
  readonly id: number
  readonly country: string
  readonly dialling_code: string
  readonly keeps_zero: boolean
  readonly is_supported: boolean
}

/**
 * Inserts missing areas. An existing row keeps its country and dialling code; its position comes from the seed. The
 * seed can withdraw support for a country but cannot restore it.
 */
export async function addMissingAreas(pool: Pool, areas: readonly Area[]): Promise<void> {
  const rows = areas.map((area, index) => ({
    id: area.id,
    country: area.country,
    dialling_code: area.diallingCode,
    keeps_zero: area.keepsZero,
    is_supported: area.isSupported,
    position: index + 1,
  }))
  await pool.query(
    `insert into areas select * from jsonb_populate_recordset(null::areas, $1::jsonb)
     on conflict (id) do update
     set position = excluded.position, is_supported = areas.is_supported and excluded.is_supported
     where areas.position <> excluded.position or (areas.is_supported and not excluded.is_supported)`,
    [JSON.stringify(rows)],
  )
}

export async function readAreas(pool: Pool): Promise<readonly Area[]> {
  const { rows } = await pool.query<AreaRow>(
    'select id, country, dialling_code, keeps_zero, is_supported from areas order by position, id',
  )
  return rows.map((row) => ({
    id: row.id,
    country: row.country,
    diallingCode: row.dialling_code,
    keepsZero: row.keeps_zero,
    isSupported: row.is_supported,
  }))
}
