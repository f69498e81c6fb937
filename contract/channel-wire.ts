import type { Channel } from '#core/account/channel.ts'

/** The wire counts channels: 1 email, 2 mobile. */
export function channelFromWire(type: number): Channel {
  return type === 2 ? 'mobile' : 'email'
}
