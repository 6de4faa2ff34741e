/** 10 MB: what the page refuses at once is what the server would refuse after it has travelled. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024
