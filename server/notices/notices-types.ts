import type { NoticeChannel, NoticeContent, NoticeGroup } from '#core/notice/notice.ts'
import type { PoolClient } from '#server/storage/storage.ts'

export type NewNotice = {
  readonly userId: number
  /** What it is about, such as `complaint:7`. A user is told of each source once. */
  readonly source: string
  /** When it happened. */
  readonly atMs: number
  readonly content: NoticeContent
}

/** Tells users in the caller's transaction: in the list, by push and by mail, as each has chosen. */
export type AddNotices = (client: PoolClient, notices: readonly NewNotice[]) => Promise<void>

export type StoredNotice = {
  /** Place in the user's list, from 1 without gaps. */
  readonly number: number
  readonly content: NoticeContent
  readonly createdAtMs: number
}

export type ListState = { readonly unread: number; readonly lastNumber: number; readonly readNumber: number }

/** A number in the list of a user. */
export type ListPlace = { readonly userId: number; readonly number: number }

export type NoticePage = ListState & { readonly data: readonly StoredNotice[]; readonly total: number }

export type SwitchedChannel = {
  readonly userId: number
  readonly group: NoticeGroup
  readonly channel: NoticeChannel
  readonly isOn: boolean
}
