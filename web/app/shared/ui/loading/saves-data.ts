/** The user asked the browser to save data; not all browsers tell. */
export const savesData = () =>
  typeof navigator !== 'undefined' &&
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
