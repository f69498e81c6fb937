/** Name of the session token in the browser's storage. */
export const sessionStorageKey = 'openlot.session'
