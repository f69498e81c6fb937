/** Stored only while pushes are on in this browser. A file of its own, because the app reads it at every start. */
export const pushStorageKey = 'openlot.push'
