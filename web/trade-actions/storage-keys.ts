/** One storage item per action, so that two tabs writing at the same time cannot overwrite each other. */
export const actionKeyPrefix = 'openlot.act.'
/** Key in sessionStorage under which an earlier version of the app kept its single order. */
export const legacyOrderKey = 'openlot.sent_order'
