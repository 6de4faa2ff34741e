/**
 * The flags of Node for a server. A young generation of 32 MB: the objects of a request die before they are moved to the old one. V8 reads it
 * before any code runs: `npm start` starts the server in a child process with it. The image and the service file, which have one process only,
 * repeat it; a test compares them.
 */
export const NODE_FLAGS = ['--max-semi-space-size=32']
