/** 10 MB. The page checks the server's limit before it sends a file. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024
