/** One item of the storage for each act, so that two tabs that write at the same time cannot lose one of them. */
export const actionKeyPrefix = 'openlot.act.'
/** Where an earlier version of the app kept its one order, in the storage of the tab. */
export const legacyOrderKey = 'openlot.sent_order'
