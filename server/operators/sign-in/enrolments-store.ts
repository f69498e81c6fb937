import type { Queryable } from '#server/operators/operators-store.ts'

/** A pending enrolment with the operator's password state. */
export type Enrolment = {
  readonly operatorId: number
  readonly totpSealed: Buffer
  readonly passwordHash: string
  readonly mustChangePassword: boolean
}

export const maxTries = 5

/** Replaces a pending enrolment of the operator. */
export async function replaceEnrolment(
  client: Queryable,
  enrolment: Pick<Enrolment, 'operatorId' | 'totpSealed'> & {
    readonly ticketHash: Buffer
    readonly expiresAt: Date
  },
): Promise<void> {
  const { operatorId, totpSealed, ticketHash, expiresAt } = enrolment
  await client.query(
    `insert into operator_enrolments (operator_id, ticket_hash, totp_sealed, expires_at) values ($1, $2, $3, $4)
     on conflict (operator_id) do update set
       ticket_hash = excluded.ticket_hash, totp_sealed = excluded.totp_sealed, tries = 0,
       expires_at = excluded.expires_at`,
    [operatorId, ticketHash, totpSealed, expiresAt],
  )
}

export async function findEnrolment(
  client: Queryable,
  ticketHash: Buffer,
  now: Date,
): Promise<Enrolment | undefined> {
  const found = await client.query<Enrolment>(
    `select e.operator_id as "operatorId", e.totp_sealed as "totpSealed", o.password_hash as "passwordHash",
       o.must_change_password as "mustChangePassword"
     from operator_enrolments e join operators o on o.id = e.operator_id
     where e.ticket_hash = $1 and e.expires_at > $2 and e.tries < $3`,
    [ticketHash, now, maxTries],
  )
  return found.rows[0]
}

/** False if the enrolment does not exist or has no tries left. */
export async function countTry(client: Queryable, ticketHash: Buffer, now: Date): Promise<boolean> {
  const counted = await client.query(
    `update operator_enrolments set tries = tries + 1
     where ticket_hash = $1 and expires_at > $2 and tries < $3`,
    [ticketHash, now, maxTries],
  )
  return counted.rowCount === 1
}

/** False if the enrolment no longer exists, for example because a newer ticket replaced it. */
export async function deleteEnrolment(client: Queryable, ticketHash: Buffer): Promise<boolean> {
  const taken = await client.query('delete from operator_enrolments where ticket_hash = $1', [ticketHash])
  return taken.rowCount === 1
}

export async function deleteEnrolments(client: Queryable, operatorId: number): Promise<void> {
  await client.query('delete from operator_enrolments where operator_id = $1', [operatorId])
}

export async function deleteExpiredEnrolments(client: Queryable, before: Date): Promise<void> {
  await client.query('delete from operator_enrolments where expires_at <= $1', [before])
}
